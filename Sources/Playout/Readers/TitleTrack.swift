import MediaTime

/// The titles of a stream, and the frames from which they apply.
struct TitleTrack {
    private var titles: [Entry] = []

    private struct Entry {
        var text: String
        var artwork: String?
        var start: FrameTime
    }

    /// How many titles are kept; the oldest are dropped first.
    private static let limit = 4096

    /// Adds the title from stream frame `start` on, which must not be before an earlier one.
    mutating func add(_ text: String, artwork: String? = nil, at start: FrameTime) {
        if titles.last?.start == start { titles.removeLast() }
        titles.append(Entry(text: text, artwork: artwork, start: start))
        if titles.count > Self.limit { titles.removeFirst(Self.limit / 4) }
    }

    /// Drops titles that ended before `frame`.
    mutating func forget(before frame: FrameTime) {
        while titles.count > 1, titles[1].start <= frame { titles.removeFirst() }
    }

    /// The title at `frame`; `nil` if there is none.
    func title(at frame: FrameTime) -> String? { entry(at: frame)?.text }

    /// The address of the picture of the title at `frame`; `nil` if it has none.
    func artwork(at frame: FrameTime) -> String? { entry(at: frame)?.artwork }

    private func entry(at frame: FrameTime) -> Entry? { titles.last { $0.start <= frame } }
}
