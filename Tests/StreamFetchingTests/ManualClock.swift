import Synchronization

/// A clock that stands still except for the sleeps that a test skips.
final class ManualClock: Clock, Sendable {
    struct Instant: InstantProtocol {
        var offset: Duration = .zero

        func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        func duration(to other: Instant) -> Duration { other.offset - offset }
        static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private struct State {
        var now = Instant()
        var skippedSleeps: [Duration] = []
    }

    private let state = Mutex(State())

    var now: Instant { state.withLock { $0.now } }
    var minimumResolution: Duration { .nanoseconds(1) }

    /// Makes the next sleep of this length take no time on any other clock.
    func skipSleep(of duration: Duration) {
        state.withLock { $0.skippedSleeps.append(duration) }
    }

    /// Advances the time without waking anybody.
    func advance(by duration: Duration) {
        state.withLock { $0.now = $0.now.advanced(by: duration) }
    }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        let isSkipped = state.withLock { state in
            let duration = state.now.duration(to: deadline)
            guard let index = state.skippedSleeps.firstIndex(of: duration) else { return false }
            state.skippedSleeps.remove(at: index)
            state.now = deadline
            return true
        }
        guard !isSkipped else { return }
        // Only the task's cancellation ends it.
        for await _ in AsyncStream<Never>.makeStream().stream {}
        throw CancellationError()
    }
}
