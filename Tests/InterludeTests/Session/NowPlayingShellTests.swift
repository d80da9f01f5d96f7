import Advertising
import Synchronization
import Testing

@testable import Interlude

@Suite("A15: the reading of a now-playing feed")
struct NowPlayingShellTests {
    /// A feed that never answers.
    private final class SilentFeed: NowPlayingSupply, SpotLoad {
        let cancelCount = Mutex(0)

        func load(
            report: @escaping @Sendable (Result<NowPlayingFeed, NowPlayingFailure>) -> Void
        ) -> any SpotLoad { self }

        func cancel() { cancelCount.withLock { $0 += 1 } }
    }

    @Test("is given up and answered when another stream needs the feed")
    func replaced() {
        let feed = SilentFeed()
        var shell = NowPlayingShell(feed, clock: .real, mailbox: Mailbox())
        #expect(shell.read(for: 0, isFirst: true, nil, 7).isEmpty)
        #expect(feed.cancelCount.withLock { $0 } == 0)
        let messages = shell.read(for: 1, isFirst: true, nil, 8)
        #expect(messages.count == 1)
        guard case .answer(7, let events)? = messages.first else {
            Issue.record("the first request has no answer")
            return
        }
        #expect(events.isEmpty)
        #expect(feed.cancelCount.withLock { $0 } == 1)
    }
}
