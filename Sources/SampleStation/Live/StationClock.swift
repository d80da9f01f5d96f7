/// The time since the station went on air: one for all its mounts.
package struct StationClock: Sendable {
    package var elapsed: @Sendable () -> Duration

    /// Waits until `elapsed` has reached a time; throws only when the task is cancelled.
    package var sleepUntil: @Sendable (Duration) async throws -> Void

    package init(
        elapsed: @escaping @Sendable () -> Duration,
        sleepUntil: @escaping @Sendable (Duration) async throws -> Void
    ) {
        self.elapsed = elapsed
        self.sleepUntil = sleepUntil
    }

    /// Starts now, and keeps the machine's time.
    package static func startingNow() -> StationClock {
        let clock = ContinuousClock()
        let start = clock.now
        return StationClock(
            elapsed: { start.duration(to: clock.now) },
            sleepUntil: { try await clock.sleep(until: start + $0, tolerance: .milliseconds(5)) })
    }
}
