import AdCues
import MediaTime

/// The latest timed tags of a stream, in order of the frames to which they apply. Bounded: the
/// earliest are forgotten.
struct StreamTags: Hashable, Sendable {
    private(set) var entries: [Entry] = []
    private var byteCount = 0

    struct Entry: Hashable, Sendable {
        /// The stream frame from which on it counts.
        var place: FrameTime
        /// The one that the stream states, which is earlier for a tag that came too late.
        var stated: FrameTime
        var frames: [TagFrame]

        fileprivate var byteCount: Int { frames.reduce(0) { $0 + $1.textByteCount } }
    }

    static let countLimit = 4096
    /// The limit on the texts of all tags.
    static let byteLimit = 1 << 20

    /// Adds a tag. One that comes after its time counts from `earliest` on, the listener's place. A
    /// tag that is known is ignored: segments may repeat it.
    mutating func add(
        _ frames: [TagFrame], at stated: FrameTime, notBefore earliest: FrameTime? = nil
    ) {
        add(Entry(place: max(stated, earliest ?? stated), stated: stated, frames: frames))
    }

    /// Adds the tags of `others` that are not known.
    mutating func add(_ others: StreamTags) {
        for entry in others.entries { add(entry) }
    }

    private mutating func add(_ entry: Entry) {
        // None counts from an earlier place than the one that it states.
        let isKnown = entries[firstIndex(from: entry.stated)...].contains {
            $0.stated == entry.stated && $0.frames == entry.frames
        }
        guard !isKnown else { return }
        let before = entries.lastIndex { $0.place <= entry.place }
        entries.insert(entry, at: before.map { $0 + 1 } ?? 0)
        byteCount += entry.byteCount
        while entries.count > Self.countLimit || byteCount > Self.byteLimit {
            byteCount -= entries.removeFirst().byteCount
        }
    }

    /// The place of the first tag that counts from `frame` on or later; `nil` if there is none.
    func nextPlace(from frame: FrameTime) -> FrameTime? {
        let index = firstIndex(from: frame)
        return index < entries.endIndex ? entries[index].place : nil
    }

    /// The tags that count from a frame in `range` on.
    func entries(in range: FrameRange) -> ArraySlice<Entry> {
        entries[firstIndex(from: range.start)...].prefix { $0.place < range.end }
    }

    private func firstIndex(from frame: FrameTime) -> Int {
        var (low, high) = (entries.startIndex, entries.endIndex)
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].place < frame { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
