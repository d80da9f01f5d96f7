import SampleStation

extension StationClock {
    /// A clock that runs faster than the machine's by a factor.
    static func running(timesFaster factor: Int) -> StationClock {
        let real = StationClock.startingNow()
        return StationClock(
            elapsed: { real.elapsed() * factor },
            sleepUntil: { try await real.sleepUntil($0 / factor) })
    }

    /// A clock that stands still: who waits for it waits until the end.
    static func standing(at elapsed: Duration) -> StationClock {
        StationClock(
            elapsed: { elapsed },
            sleepUntil: { _ in
                let (never, _) = AsyncStream.makeStream(of: Never.self)
                for await _ in never {}
                throw CancellationError()
            })
    }
}
