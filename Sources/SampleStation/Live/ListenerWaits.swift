import NIOCore
import Synchronization

/// The waits of the task that serves a listener: they end with the listener's connection.
final class ListenerWaits: Sendable {
    private let clock: StationClock
    private let state = Mutex(State())

    private struct State {
        var isOver = false
        var current: Task<Void, any Error>?
    }

    init(on clock: StationClock, until channel: any Channel) {
        self.clock = clock
        channel.closeFuture.whenComplete { _ in self.end() }
    }

    /// Waits until the clock has reached `time`; throws once the connection is closed.
    func sleepUntil(_ time: Duration) async throws {
        let clock = clock
        let wait = Task { try await clock.sleepUntil(time) }
        let isOver = state.withLock { state in
            state.current = wait
            return state.isOver
        }
        if isOver { wait.cancel() }
        try await withTaskCancellationHandler {
            try await wait.value
        } onCancel: {
            wait.cancel()
        }
    }

    private func end() {
        state.withLock { state in
            state.isOver = true
            state.current?.cancel()
        }
    }
}
