import MediaTime

/// When the server of a stream is asked for further pods.
package struct Ping: Hashable, Sendable {
    /// The stream frame from which on it is due; `nil` while an answer is awaited, or for ever.
    private var next: FrameTime?

    /// What the next one tells of.
    private var news = News.started

    /// Where the listener was when the server was asked last.
    private var asked = FrameTime.zero

    /// How many times in a row the server gave no answer.
    private(set) var failures = 0

    /// The pause in the stream before a failed ping is sent again: the first, and the longest.
    private static let pauses = (first: 10 * FrameTime.rate, longest: 80 * FrameTime.rate)

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
        failures = 0
        // A seek while the answer was on its way is still to be told.
        guard self.next == nil else { return }
        self.next = next
        news = .due
    }

    /// The server gave no answer: it is told the same again, 10 s of the stream later, then 20 s,
    /// 40 s, and every 80 s from then on.
    mutating func fail() {
        failures += 1
        guard next == nil else { return }
        next = asked + min(Self.pauses.first << min(failures - 1, 3), Self.pauses.longest)
    }

    /// What is to be told now that the listener is at stream frame `place`, if anything is.
    mutating func take(at place: FrameTime) -> News? {
        guard let due = next, due <= place else { return nil }
        next = nil
        asked = place
        return news
    }

    /// The stream frame at which it is due.
    var place: FrameTime? { next }
}
