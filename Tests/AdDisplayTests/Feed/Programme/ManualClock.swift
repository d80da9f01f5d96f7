import Synchronization

/// A clock that a test advances; it wakes the sleepers whose time has come.
final class ManualClock: Clock {
    struct Instant: InstantProtocol {
        var offset: Duration

        func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

        func duration(to other: Instant) -> Duration { other.offset - offset }

        static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private struct State {
        var now = Instant(offset: .zero)
        var sleepers: [Int: (deadline: Instant, wake: CheckedContinuation<Void, any Error>)] = [:]
        var count = 0
    }

    private let state = Mutex(State())
    private let asleep: AsyncStream<Void>
    private let bell: AsyncStream<Void>.Continuation

    init() {
        (asleep, bell) = AsyncStream.makeStream()
    }

    var now: Instant { state.withLock(\.now) }
    let minimumResolution: Duration = .zero

    var sleeperCount: Int { state.withLock(\.sleepers.count) }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        let number = state.withLock { state in
            state.count += 1
            return state.count
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { wake in
                let isOver = state.withLock { state in
                    if Task.isCancelled || deadline <= state.now { return true }
                    state.sleepers[number] = (deadline, wake)
                    return false
                }
                guard isOver else {
                    bell.yield()
                    return
                }
                wake.resume(with: Task.isCancelled ? .failure(CancellationError()) : .success(()))
            }
        } onCancel: {
            let sleeper = state.withLock { $0.sleepers.removeValue(forKey: number) }
            sleeper?.wake.resume(throwing: CancellationError())
        }
    }

    /// Waits until one more task sleeps.
    func untilAsleep() async {
        for await _ in asleep { return }
    }

    func advance(by duration: Duration) {
        let due = state.withLock { state in
            state.now = state.now.advanced(by: duration)
            let due = state.sleepers.filter { $0.value.deadline <= state.now }
            for number in due.keys { state.sleepers[number] = nil }
            return due.values.map(\.wake)
        }
        for wake in due { wake.resume() }
    }
}
