/// Which frames a listener is to get, and when: a pure function of the mount's clock.
package struct ListenerCursor: Sendable {
    /// The first frame that the listener has not got.
    package private(set) var nextFrame: Int

    private let timeline: FrameTimeline

    /// Writing single frames would be many small packets; this many are gathered.
    private static let gathering = Duration.milliseconds(100)

    /// A listener who comes at `elapsed`, and gets as many frames of the past as go into `burst`
    /// bytes.
    package init(joining timeline: FrameTimeline, at elapsed: Duration, burst: Int) {
        self.timeline = timeline
        let now = timeline.framesBegun(by: elapsed)
        nextFrame = timeline.firstFrame(within: burst, before: now)
    }

    /// The frames that are due by `elapsed`, each only once.
    package mutating func takeDue(at elapsed: Duration) -> Range<Int> {
        let begun = max(nextFrame, timeline.framesBegun(by: elapsed))
        defer { nextFrame = begun }
        return nextFrame..<begun
    }

    /// When it is worth asking again after ``takeDue(at:)``.
    package func nextDue(after elapsed: Duration) -> Duration {
        max(timeline.start(of: nextFrame), elapsed + Self.gathering)
    }
}
