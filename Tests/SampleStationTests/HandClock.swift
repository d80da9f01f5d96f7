import SampleStation
import Synchronization

/// A clock that a test sets, and that records what is waited for. Its sleepers wait until they are
/// cancelled.
final class HandClock: Sendable {
    private let now = Mutex(Duration.zero)
    private let asked = AsyncStream.makeStream(of: Duration.self)

    func set(_ time: Duration) { now.withLock { $0 = time } }

    var clock: StationClock {
        StationClock(
            elapsed: { self.now.withLock { $0 } },
            sleepUntil: { time in
                self.asked.continuation.yield(time)
                let (never, _) = AsyncStream.makeStream(of: Never.self)
                for await _ in never {}
                throw CancellationError()
            })
    }

    /// The times that the first `count` sleepers wait for.
    func waits(_ count: Int) async throws -> [Duration] {
        var times: [Duration] = []
        for await time in asked.stream {
            times.append(time)
            if times.count == count { break }
        }
        return times
    }
}
