import AdPlayback
import Advertising
import AudioSinks
import Interlude
import Synchronization
import Testing

@Suite("Mute music that does not arrive")
struct MuteMusicLoadTests {
    /// A live session that plays, with mute music among `spots`.
    private static func session(loading spots: EndlessSpots) throws -> AudioSession {
        let sink = HandSink()
        let session = AudioSession(SessionConfiguration(source: "live")) {
            SessionParts(
                sink: sink, clock: .real, streams: MadeStreams(sink: sink), spots: spots,
                muteMusicURL: "music")
        }
        try session.play()
        return session
    }

    @Test("is not waited for when the session is over", .timeLimit(.minutes(1)))
    func cancelled() async throws {
        let spots = EndlessSpots()
        let session = try Self.session(loading: spots)
        #expect(await session.send(.streamerMuted) == .accepted)
        _ = await session.send(.stop)
        #expect(await session.ended() == .asked)
        #expect(spots.load.isCancelled)
    }

    @Test("is not requested a second time meanwhile", .timeLimit(.minutes(1)))
    func requestedOnce() async throws {
        let spots = EndlessSpots()
        let session = try Self.session(loading: spots)
        for command in [.streamerMuted, .streamerUnmuted, .streamerMuted] as [SessionCommand] {
            #expect(await session.send(command) == .accepted)
        }
        _ = await session.send(.stop)
        #expect(await session.ended() == .asked)
        #expect(spots.loadCount == 1)
    }
}

/// Spots whose loads never end.
private final class EndlessSpots: SpotSupply {
    let load = Load()

    func load(
        _ advertisement: Advertisement, deadlines: SpotDeadlines,
        report: @escaping @Sendable (SpotEvent) -> Void
    ) -> any SpotLoad {
        loads.add(1, ordering: .relaxed)
        return load
    }

    private let loads = Atomic(0)

    var loadCount: Int { loads.load(ordering: .relaxed) }

    final class Load: SpotLoad {
        private let cancelled = Atomic<Bool>(false)

        var isCancelled: Bool { cancelled.load(ordering: .relaxed) }

        func cancel() { cancelled.store(true, ordering: .relaxed) }
    }
}
