import Synchronization
import Testing

@testable import HTTPAccess

@Suite("Watch for stalls")
struct StallWatchTests {
    @Test("reports a wait at its fifth tick, which are four to the limit")
    func stall() async throws {
        let watch = StallWatch(limit: .seconds(8))
        let clock = ScriptedClock()
        try await watch.waiting { try await watch.run(on: clock) }
        #expect(clock.sleeps == Array(repeating: .seconds(2), count: 5))
    }

    @Test("does not count the time between waits")
    func pauses() async {
        let watch = StallWatch(limit: .seconds(8))
        let clock = ScriptedClock { count in
            if count == 1 { try await watch.waiting {} }
            if count == 20 { throw CancellationError() }
        }
        await #expect(throws: CancellationError.self) { try await watch.run(on: clock) }
        #expect(clock.sleeps.count == 20)
    }
}

/// A clock whose sleeps end at once, after the test has done what happens during them.
private final class ScriptedClock: Clock {
    struct Instant: InstantProtocol {
        var offset: Duration = .zero

        func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        func duration(to other: Instant) -> Duration { other.offset - offset }
        static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private let script: @Sendable (_ count: Int) async throws -> Void
    private let state = Mutex<[Duration]>([])

    /// `script` is called in each sleep with the number of sleeps so far.
    init(_ script: @escaping @Sendable (_ count: Int) async throws -> Void = { _ in }) {
        self.script = script
    }

    var now: Instant { Instant() }
    let minimumResolution: Swift.Duration = .zero

    var sleeps: [Duration] { state.withLock { $0 } }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        let count = state.withLock { sleeps in
            sleeps.append(deadline.offset)
            return sleeps.count
        }
        try await script(count)
    }
}
