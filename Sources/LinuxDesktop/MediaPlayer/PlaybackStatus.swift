import Interlude

/// The three states that MPRIS knows.
enum PlaybackStatus: String, Hashable, Sendable {
    case playing = "Playing"
    case paused = "Paused"
    case stopped = "Stopped"

    /// A player that waits for its stream plays, as far as its listener is concerned.
    init(_ status: PlayerStatus) {
        self =
            switch status.state {
            case .idle, .lost, .failed, .stopped: .stopped
            case .paused: .paused
            case .connecting, .playing, .buffering, .reconnecting:
                status.isPaused ? .paused : .playing
            }
    }
}
