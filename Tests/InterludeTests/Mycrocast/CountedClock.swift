import Synchronization

/// A clock on which this many sleeps take no time, and the next one never ends by itself.
final class CountedClock: Clock {
    private let left: Atomic<Int>
    private let isUsedUp: @Sendable () -> Void
    private let (never, end) = AsyncStream<Never>.makeStream()

    /// `isUsedUp` is called when the endless sleep begins.
    init(sleeps count: Int, _ isUsedUp: @escaping @Sendable () -> Void) {
        left = Atomic(count)
        self.isUsedUp = isUsedUp
    }

    var now: ContinuousClock.Instant { ContinuousClock.now }
    var minimumResolution: Duration { .zero }

    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
        if left.subtract(1, ordering: .relaxed).newValue >= 0 { return }
        isUsedUp()
        for await _ in never {}
        try Task.checkCancellation()
    }
}
