import MediaTime

/// The titles of a stream, and the frames from which they apply.
struct TitleTrack {
    private var titles: [(text: String, start: FrameTime)] = []

    /// How many titles are kept; the oldest are dropped first.
    private static let limit = 4096

    /// Adds the title from stream frame `start` on, which must not be before an earlier one.
    mutating func add(_ text: String, at start: FrameTime) {
        if titles.last?.start == start { titles.removeLast() }
        titles.append((text, start))
        if titles.count > Self.limit { titles.removeFirst(Self.limit / 4) }
    }

    /// Drops titles that ended before `frame`.
    mutating func forget(before frame: FrameTime) {
        while titles.count > 1, titles[1].start <= frame { titles.removeFirst() }
    }

    /// The title at `frame`; `nil` if there is none.
    func title(at frame: FrameTime) -> String? {
        titles.last { $0.start <= frame }?.text
    }
}
