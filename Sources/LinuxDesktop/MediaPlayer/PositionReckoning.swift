/// Where others reckon the listener to be, from what they were told last.
struct PositionReckoning: Hashable, Sendable {
    private var position: Duration
    private var time: ContinuousClock.Instant
    private var status: PlaybackStatus

    /// How far a reckoning may be off before the others are told.
    private static let tolerance: Duration = .milliseconds(300)

    /// The reckoning of one who is told at `time` that the listener is at `position`.
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

    /// From `now` on the others know of another status, and reckon on from where they are.
    mutating func change(to status: PlaybackStatus, at now: ContinuousClock.Instant) {
        self = PositionReckoning(position(at: now), at: now, status)
    }
}
