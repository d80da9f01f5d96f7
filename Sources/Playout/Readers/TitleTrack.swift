import MediaTime

/// What a stream said it plays, and from when on.
struct TitleTrack {
    private var titles: [(text: String, start: FrameTime)] = []

    /// How many titles are kept; of more the newest stay.
    private static let limit = 4096

    /// Notes that `text` is played from stream frame `start` on, which is not before any noted.
    mutating func add(_ text: String, at start: FrameTime) {
        if titles.last?.start == start { titles.removeLast() }
        titles.append((text, start))
        if titles.count > Self.limit { titles.removeFirst(Self.limit / 4) }
    }

    /// Forgets what was over before `frame`.
    mutating func forget(before frame: FrameTime) {
        while titles.count > 1, titles[1].start <= frame { titles.removeFirst() }
    }

    /// What is played at `frame`; `nil` if nothing was said of it.
    func title(at frame: FrameTime) -> String? {
        titles.last { $0.start <= frame }?.text
    }
}
