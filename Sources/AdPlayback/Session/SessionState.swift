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
