import Interlude

/// The value of MPRIS's `PlaybackStatus`.
enum PlaybackStatus: String, Hashable, Sendable {
    case playing = "Playing"
    case paused = "Paused"
    case stopped = "Stopped"

    /// A player that waits for its stream counts as playing. One without a sound device counts as
    /// paused, because its position stands still.
    init(_ status: PlayerStatus) {
        self =
            switch status.state {
            case .idle, .lost, .failed, .stopped: .stopped
            case .paused, .sinkLost: .paused
            case .connecting, .playing, .buffering, .reconnecting:
                status.isPaused ? .paused : .playing
            }
    }
}

/// The position that clients derive from the last one they received.
struct PositionEstimate: Hashable, Sendable {
    private var position: Duration
    private var time: ContinuousClock.Instant
    private var status: PlaybackStatus

    /// The largest error that is not signalled.
    private static let tolerance: Duration = .milliseconds(300)

    /// The estimate of a client that receives `position` at `time`.
    init(_ position: Duration, at time: ContinuousClock.Instant, _ status: PlaybackStatus) {
        self.position = position
        self.time = time
        self.status = status
    }

    func position(at now: ContinuousClock.Instant) -> Duration {
        status == .playing ? position + (now - time) : position
    }

    func agrees(with actual: Duration, at now: ContinuousClock.Instant) -> Bool {
        let error = position(at: now) - actual
        return error <= Self.tolerance && error >= .zero - Self.tolerance
    }

    /// Continues from the present estimate with another status.
    mutating func change(to status: PlaybackStatus, at now: ContinuousClock.Instant) {
        self = PositionEstimate(position(at: now), at: now, status)
    }
}
