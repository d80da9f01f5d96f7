import Synchronization

/// Counts the open responses of unknown length: events and audio.
///
/// A server waits for them before it closes, because a client regards a response without its last
/// chunk as broken.
final class OpenResponses: Sendable {
    private let state = Mutex(State())

    private struct State {
        var count = 0
        /// Finished when no response is open.
        var waiting: [AsyncStream<Never>.Continuation] = []
    }

    /// Runs `body`, which sends a response until its end.
    func count<Failure>(_ body: () async throws(Failure) -> Void) async throws(Failure) {
        state.withLock { $0.count += 1 }
        defer {
            let over = state.withLock { state -> [AsyncStream<Never>.Continuation] in
                state.count -= 1
                guard state.count == 0 else { return [] }
                defer { state.waiting = [] }
                return state.waiting
            }
            for continuation in over { continuation.finish() }
        }
        try await body()
    }

    /// Waits until no response is open, for at most about `limit`.
    func waitUntilNone(within limit: Duration) async {
        let (end, input) = AsyncStream.makeStream(of: Never.self)
        let isNone = state.withLock { state in
            if state.count > 0 { state.waiting.append(input) }
            return state.count == 0
        }
        if isNone { return }
        let timer = Task {
            try await Task.sleep(for: limit)
            input.finish()
        }
        for await _ in end {}
        timer.cancel()
    }
}
