import MediaTime

/// Decides what one unit shows, and what its listener has earned.
///
/// A value without I/O, clock or lock: an event goes in, effects come out, and the shell carries
/// them out in order. It says at most once how it ended, and nothing after a stop.
package struct TruexRendererMachine: Hashable, Sendable {
    package let setup: TruexSetup

    package internal(set) var state: State = .created

    /// What keeps the unit from going on; its times stand still until nothing is left of it.
    package internal(set) var pauses: Set<TruexPause> = []

    /// The address of the page that is open in front of the unit.
    package internal(set) var popup: String?

    /// Answers and messages that came when all was over.
    package internal(set) var staleCount = 0

    /// When the ad server's time is up.
    var fetchDeadline: FrameTime?

    // What the shell was last told to do.
    var armedWake: FrameTime?
    var shownFace = TruexView.nothing
    var voice = Voice.silent

    package init(_ setup: TruexSetup) {
        self.setup = setup
    }

    /// Whether the choice card is being spoken.
    enum Voice: Hashable {
        case silent
        case speaking
        case paused
    }
}
