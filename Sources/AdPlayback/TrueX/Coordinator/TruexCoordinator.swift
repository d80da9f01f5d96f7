import MediaTime

/// Leads a stream through its pods with true[X]: holds it at a placeholder,
/// has a unit shown, and lets it go on where the listener's credit takes it.
///
/// A value without I/O, clock or lock: an event goes in, effects come out, and the shell carries
/// them out in order. A frame of the stream is not a time of the session: the session goes on
/// while the stream is held.
package struct TruexCoordinator: Hashable, Sendable {
    package let policy: TruexPolicy

    package internal(set) var state: State = .closed

    package internal(set) var schedule = TruexSchedule()

    /// The next frame of the stream that is heard.
    package internal(set) var position: FrameTime = .zero

    /// A renderer that looks for its ad before its placeholder is reached.
    package internal(set) var prepared: Unit?

    /// The pod that the listener is in, also while the stream is held there.
    package internal(set) var openPod: OpenPod?

    /// Where the listener wanted to be when a break came between; it never changes on the way.
    package internal(set) var remembered: FrameTime?

    /// What renderers said that were over.
    package internal(set) var staleCount = 0

    /// What can be moved to.
    var reach = FrameRange(.zero, .distantFuture)

    var flow = Flow.running
    var spots = Spots.idle
    package internal(set) var controls = Controls.free
    var spotRule = SpotRule.release

    var audience = TruexAudience.unknown

    /// What keeps every unit from going on.
    var pauses: Set<TruexPause> = []

    var tokenCount: UInt64 = 0

    /// When the shell was last asked to wake it.
    package internal(set) var armedWake: FrameTime?

    package init(policy: TruexPolicy = TruexPolicy()) {
        self.policy = policy
    }

    /// Whether more of the stream comes.
    enum Flow: Hashable {
        case running
        case ended
    }
}
