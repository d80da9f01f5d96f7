import AdPlayback
import Advertising
import Synchronization
import Testing

@testable import Interlude

@Suite("A load beside the breaks", .timeLimit(.minutes(1)))
struct LimitedLoadTests {
    @Test("of an input that may wait without end fails at its limit, with the spot's address")
    func limit() async {
        let load = Load(mayHang: true)
        let words = "pipe: it takes too long to load; check what writes or serves it"
        let (reports, continuation) = AsyncStream.makeStream(of: SpotEvent.self)
        let limited = LimitedLoad(
            of: Advertisement(id: 1, title: "Tea", audioFileURL: "pipe"),
            from: Supply(load: load), limit: .milliseconds(1)
        ) { continuation.yield($0) }
        defer { limited.disarm() }
        guard case .failed(let failure) = await reports.first(where: { _ in true }) else {
            Issue.record("it has not failed")
            return
        }
        #expect(failure == SpotFailure(.loadTimeout, words))
        #expect(load.isCancelled)
    }

    @Test("of a file on disk has no limit")
    func file() {
        let load = Load(mayHang: false)
        let limited = LimitedLoad(
            of: .spot(1, frames: 1), from: Supply(load: load), limit: .zero
        ) { _ in Issue.record("it reports") }
        limited.disarm()
        #expect(!load.isCancelled)
        limited.cancel()
        #expect(load.isCancelled)
    }

    private struct Supply: SpotSupply {
        let load: Load

        func load(
            _ advertisement: Advertisement, deadlines: SpotDeadlines,
            report: @escaping @Sendable (SpotEvent) -> Void
        ) -> any SpotLoad { load }
    }

    private final class Load: SpotLoad {
        let mayHang: Bool
        private let cancelled = Atomic(false)

        init(mayHang: Bool) { self.mayHang = mayHang }

        var isCancelled: Bool { cancelled.load(ordering: .relaxed) }

        func cancel() { cancelled.store(true, ordering: .relaxed) }
    }
}
