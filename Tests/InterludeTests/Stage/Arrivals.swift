import Dispatch
import Synchronization

/// Lets tests wait for results of a session, up to a time limit.
final class Arrivals: Sendable {
    /// Something did not arrive in time.
    struct Late: Error {
        let awaited: String
    }

    private struct State {
        var waiters: [Int: Waiter] = [:]
        var count = 0
    }

    private struct Waiter {
        let awaited: String
        let continuation: CheckedContinuation<Void, any Error>
    }

    private let state = Mutex(State())

    /// Notes that `what` has arrived, for all present and later waiters.
    func note(_ what: String) {
        let waiters = state.withLock { state in
            let waiters = state.waiters.filter { $0.value.awaited == what }
            for number in waiters.keys { state.waiters[number] = nil }
            return waiters
        }
        for waiter in waiters.values { waiter.continuation.resume() }
    }

    /// Waits until `what` is noted, unless `isThere` returns true already.
    func wait(
        for what: String, within limit: DispatchTimeInterval = .seconds(50),
        unless isThere: () -> Bool
    ) async throws {
        try await withCheckedThrowingContinuation { continuation in
            let number = state.withLock { state -> Int? in
                if isThere() { return nil }
                state.count += 1
                state.waiters[state.count] = Waiter(awaited: what, continuation: continuation)
                return state.count
            }
            guard let number else { return continuation.resume() }
            DispatchQueue.global().asyncAfter(deadline: .now() + limit) { self.giveUp(number) }
        }
    }

    private func giveUp(_ number: Int) {
        guard let waiter = state.withLock({ $0.waiters.removeValue(forKey: number) })
        else { return }
        waiter.continuation.resume(throwing: Late(awaited: waiter.awaited))
    }
}
