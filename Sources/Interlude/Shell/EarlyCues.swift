import AdCues
import MediaTime

/// The cues of a recording that arrives as fast as it is consumed: the session learns each of them
/// at a fixed distance before its place, however fast the media arrive.
struct EarlyCues: Hashable {
    private struct Entry: Hashable {
        var generation: Int
        var cue: Cue
    }

    /// In the order of their places.
    private var entries: [Entry] = []

    /// How many frames before its place a cue becomes known.
    static let notice = 60 * FrameTime.rate

    /// Keeps a cue of the stream `generation`.
    mutating func keep(_ cue: Cue, of generation: Int) {
        let index = entries.firstIndex { $0.cue.position > cue.position } ?? entries.endIndex
        entries.insert(Entry(generation: generation, cue: cue), at: index)
    }

    /// Removes and returns the next cue that a listener at `place` knows; `nil` if there is none.
    mutating func takeNext(at place: FrameTime) -> (generation: Int, cue: Cue)? {
        guard let first = entries.first, first.cue.position <= place + Self.notice else {
            return nil
        }
        entries.removeFirst()
        return (first.generation, first.cue)
    }

    /// The place from which on the listener knows the next cue; `nil` if there is none.
    var nextPlace: FrameTime? { entries.first.map { $0.cue.position - Self.notice } }

    /// Makes the cues of stream `earlier` those of `later`, which has taken it over.
    mutating func hand(from earlier: Int, to later: Int) {
        for index in entries.indices where entries[index].generation == earlier {
            entries[index].generation = later
        }
    }

    /// Forgets the cues of a stream that is closed.
    mutating func forget(_ generation: Int) { entries.removeAll { $0.generation == generation } }
}
