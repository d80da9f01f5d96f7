/// Where a stream's session stands (rule M9).
public enum SessionState: String, Hashable, Sendable, Codable, CaseIterable {
    /// Nothing was played yet.
    case idle
    /// On the way to a first answer.
    case connecting
    /// The connection is lost, and a new one is tried.
    case reconnecting
    /// Connected, and not enough is here to be heard.
    case buffering
    case playing
    /// A pause was asked for and is not heard yet.
    case pausing
    case paused
    /// A stop was asked for and is not heard yet.
    case stopping
    case stopped
    /// No connection could ever be made.
    case failed
    /// The connection was lost later, and did not come back.
    case lost
}

extension SessionState {
    /// Whether a stream is being played, or is about to be.
    public var isActive: Bool {
        switch self {
        case .connecting, .reconnecting, .buffering, .playing, .pausing, .paused: true
        case .idle, .stopping, .stopped, .failed, .lost: false
        }
    }
}

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
