/// The state of a stream's session (rule M9).
public enum SessionState: String, Hashable, Sendable, Codable, CaseIterable {
    /// Nothing has been played yet.
    case idle
    /// Waiting for the first response.
    case connecting
    /// The connection is lost; a new one is being tried.
    case reconnecting
    /// Connected, without enough audio to play.
    case buffering
    case playing
    /// A pause was requested and is not heard yet.
    case pausing
    case paused
    /// A stop was requested and is not heard yet.
    case stopping
    case stopped
    /// No connection was ever made, or the output failed.
    case failed
    /// The connection was lost and did not come back.
    case lost
}

extension SessionState {
    /// Whether a stream is playing or about to.
    public var isActive: Bool {
        switch self {
        case .connecting, .reconnecting, .buffering, .playing, .pausing, .paused: true
        case .idle, .stopping, .stopped, .failed, .lost: false
        }
    }
}

/// The state of the output. Output time advances only while it runs.
package enum OutputState: Hashable, Sendable, Codable {
    case running
    /// The device is gone.
    case lost
    /// The sound server plays something else first; the session is paused for it.
    case held
    /// The device went away while the output was held.
    case lostWhileHeld

    /// Whether the sound server plays something else first.
    package var isHeld: Bool {
        switch self {
        case .held, .lostWhileHeld: true
        case .running, .lost: false
        }
    }

    /// The state after the device went away.
    package var lost: Self { isHeld ? .lostWhileHeld : .lost }
}
