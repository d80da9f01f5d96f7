import Synchronization

/// Detects waits that take too long.
///
/// Only time spent waiting counts; the consumer may take as long as it likes.
final class StallWatch: Sendable {
    private struct State {
        var isWaiting = false
        /// How many ticks ended during the present wait.
        var tickCount = 0
    }

    /// A stall is detected this many ticks after its beginning, or one less.
    private static let ticksPerLimit = 5

    private let tick: Duration
    private let state = Mutex(State())

    /// Detects a wait that takes `limit`, at the latest after a quarter more.
    init(limit: Duration) {
        tick = limit / (Self.ticksPerLimit - 1)
    }

    /// Performs `wait`, and measures how long it takes.
    func waiting<Result>(_ wait: () async throws -> Result) async throws -> Result {
        state.withLock { $0 = State(isWaiting: true) }
        defer { state.withLock { $0 = State() } }
        return try await wait()
    }

    /// Returns once a wait takes too long. Throws when the task is cancelled.
    func run(on clock: any Clock<Duration>) async throws {
        while true {
            try await clock.sleep(for: tick)
            let isStalled = state.withLock { state in
                if state.isWaiting { state.tickCount += 1 }
                return state.tickCount >= Self.ticksPerLimit
            }
            if isStalled { return }
        }
    }
}
