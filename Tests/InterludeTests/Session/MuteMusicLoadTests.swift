import AdPlayback
import Advertising
import AudioSinks
import Interlude
import Synchronization
import Testing

@Suite("Mute music that does not come")
struct MuteMusicLoadTests {
    @Test("is not waited for any more when the session is over", .timeLimit(.minutes(1)))
    func cancelled() async throws {
        let sink = HandSink()
        let spots = EndlessSpots()
        let session = AudioSession(SessionConfiguration(source: "live")) {
            SessionParts(
                sink: sink, clock: .real, streams: MadeStreams(sink: sink), spots: spots,
                muteMusicURL: "music")
        }
        try session.play()
        #expect(await session.send(.streamerMuted) == .accepted)
        _ = await session.send(.stop)
        #expect(await session.ended() == .asked)
        #expect(spots.load.isCancelled)
    }
}

/// Spots that are loaded for ever.
private final class EndlessSpots: SpotSupply {
    let load = Load()

    func load(
        _ advertisement: Advertisement, deadlines: SpotDeadlines,
        report: @escaping @Sendable (SpotEvent) -> Void
    ) -> any SpotLoad { load }

    final class Load: SpotLoad {
        private let cancelled = Atomic<Bool>(false)

        var isCancelled: Bool { cancelled.load(ordering: .relaxed) }

        func cancel() { cancelled.store(true, ordering: .relaxed) }
    }
}
