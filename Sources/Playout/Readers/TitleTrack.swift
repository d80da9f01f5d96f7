import MediaTime

/// What a stream said it plays, and from when on.
struct TitleTrack {
    private var titles: [(text: String, start: FrameTime)] = []

    /// Notes that `text` is played from stream frame `start` on, which is not before any noted.
    mutating func add(_ text: String, at start: FrameTime) {
        titles.append((text, start))
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
