/// What becomes of the output. Output time goes on only while it runs.
package enum OutputState: Hashable, Sendable, Codable {
    case running
    /// The device is gone.
    case lost
    /// The sound server has something else to be heard; the session is paused for it.
    case held
    /// The device went away while something else was to be heard.
    case lostWhileHeld

    /// Whether the session is paused for something else.
    package var isHeld: Bool {
        switch self {
        case .held, .lostWhileHeld: true
        case .running, .lost: false
        }
    }

    /// What it becomes when the device goes away.
    package var lost: Self { isHeld ? .lostWhileHeld : .lost }
}
