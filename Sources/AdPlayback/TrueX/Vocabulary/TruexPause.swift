/// Why a renderer stands still. It goes on when none of its reasons is left, so that two pauses
/// need two resumes, and the same one twice needs one.
package enum TruexPause: String, Hashable, Sendable, Codable, CaseIterable {
    /// The host asked for it.
    case host
    /// A page that a link of the unit led to is open.
    case popup
    /// Nobody sees the unit.
    case hidden
    /// The page that showed it is gone, and may come back.
    case away
    /// The system took the output away.
    case output
    /// The listener has paused the stream. A choice card that is part of the stream stands still;
    /// a unit that the listener has chosen goes on.
    case listener
}
