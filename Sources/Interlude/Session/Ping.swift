import MediaTime

/// Decides when to ask the schedule's server for further pods, and what to tell it.
package struct Ping: Hashable, Sendable {
    /// The stream frame at which the next ping is due; `nil` while an answer is awaited, or if the
    /// server wants no more.
    private var next: FrameTime?

    /// The reason for the next ping.
    private var reason = Reason.started

    /// The stream frame of the last ping.
    private var asked = FrameTime.zero

    /// The number of consecutive pings without an answer.
    private(set) var failures = 0

    /// The first wait in stream frames before a failed ping is repeated.
    private static let pause = 10 * FrameTime.rate

    package enum Reason: Hashable, Sendable {
        case started
        case sought(from: FrameTime)
        case due
    }

    /// The first ping is due at once.
    init() {
        next = .zero
    }

    /// Records a seek from stream frame `frame`. A ping is due at once.
    mutating func seek(from frame: FrameTime) {
        next = .zero
        reason = .sought(from: frame)
    }

    /// Records an answer, in which the server requests the next ping at stream frame `next`; `nil`
    /// for none.
    mutating func answer(_ next: FrameTime?) {
        failures = 0
        // A seek since the request has made the next ping due already.
        guard self.next == nil else { return }
        self.next = next
        reason = .due
    }

    /// Records a ping without an answer. The same ping is due again 10 s of the stream later, then
    /// after 20 s, 40 s, and every 80 s.
    mutating func fail() {
        failures += 1
        guard next == nil else { return }
        next = asked + Self.pause << min(failures - 1, 3)
    }

    /// Returns the reason of a ping that is due at stream frame `place`, which then awaits its
    /// answer; `nil` if none is due.
    mutating func take(at place: FrameTime) -> Reason? {
        guard let due = next, due <= place else { return nil }
        next = nil
        asked = place
        return reason
    }

    /// The stream frame at which the next ping is due; `nil` for none.
    var place: FrameTime? { next }
}
