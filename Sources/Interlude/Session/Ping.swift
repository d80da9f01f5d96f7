import MediaTime

/// When the server of a stream is asked for further pods (contracts 2.7).
package struct Ping: Hashable, Sendable {
    /// The stream frame from which on it is due; `nil` while an answer is awaited, or for ever.
    private var next: FrameTime?

    /// What the next one tells of.
    private var news = News.started

    package enum News: Hashable, Sendable {
        case started
        case sought(from: FrameTime)
        case due
    }

    /// The first one, at the beginning.
    init() {
        next = .zero
    }

    /// The listener has gone elsewhere from `frame`: that is told at once.
    mutating func seek(from frame: FrameTime) {
        next = .zero
        news = .sought(from: frame)
    }

    /// The server wants to be asked from stream frame `next` on; `nil`: not any more.
    mutating func answer(_ next: FrameTime?) {
        self.next = next
        news = .due
    }

    /// What is to be told now that the listener is at stream frame `place`, if anything is.
    mutating func take(at place: FrameTime) -> News? {
        guard let due = next, due <= place else { return nil }
        next = nil
        return news
    }

    /// The stream frame at which it is due.
    var place: FrameTime? { next }
}
