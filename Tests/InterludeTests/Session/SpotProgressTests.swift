import AdPlayback
import Advertising
import Dispatch
import Interlude
import Synchronization
import Testing

@Suite("A spot whose bytes come slowly", .timeLimit(.minutes(2)))
struct SpotProgressTests {
    /// Takes ten seconds, after which one spot has stalled.
    @Test("does not stall while bytes arrive, and stalls if none do")
    func progress() async throws {
        let sink = HandSink()
        let spots = SlowSpots()
        let session = AudioSession(SessionConfiguration(source: "live")) {
            SessionParts(sink: sink, clock: .real, streams: MadeStreams(sink: sink), spots: spots)
        }
        let listener = Listener()
        session.addDelegate(listener)
        try session.play()
        #expect(
            await session.send(.push([.spot(1, frames: 4800), .spot(2, frames: 4800)])) == .accepted
        )
        try await listener.waits(for: "slot.failed")
        _ = await session.send(.stop)
        _ = await session.ended()
        let failed = listener.records.filter { $0.event == "slot.failed" }
        #expect(failed.map { $0.json["spot"]?.description } == ["2"])
    }
}

/// Spots that begin to load. Only the one with id 1 makes progress, ten times a second.
private final class SlowSpots: SpotSupply {
    func load(
        _ advertisement: Advertisement, deadlines: SpotDeadlines,
        report: @escaping @Sendable (SpotEvent) -> Void
    ) -> any SpotLoad {
        report(.connected)
        let load = Load()
        if advertisement.id == 1 { load.goOn(report) }
        return load
    }

    final class Load: SpotLoad {
        private let isCancelled = Atomic<Bool>(false)

        func goOn(_ report: @escaping @Sendable (SpotEvent) -> Void) {
            guard !isCancelled.load(ordering: .relaxed) else { return }
            report(.received)
            DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(100)) {
                self.goOn(report)
            }
        }

        func cancel() { isCancelled.store(true, ordering: .relaxed) }
    }
}
