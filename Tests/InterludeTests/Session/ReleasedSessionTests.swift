import AudioSinks
import Interlude
import Synchronization
import TestServers
import Testing

@Suite("A session that is released", .timeLimit(.minutes(1)))
struct ReleasedSessionTests {
    @Test("stops, and its delegates learn of the end")
    func released() async throws {
        let sink = HandSink()
        let witness = EndWitness()
        try Self.session(sink, witness).play()
        #expect(await witness.end == .asked)
        #expect(sink.finishCount == 1)
    }

    @Test("in a call of a delegate stops as well")
    func inCall() async throws {
        let sink = HandSink()
        let witness = EndWitness()
        let keeper = Keeper()
        try keeper.play(Self.session(sink, witness))
        keeper.dropInCall()
        #expect(await witness.end == .asked)
        #expect(keeper.isEmpty && sink.finishCount == 1)
    }

    @Test("after it has begun to wait for the end is kept until then")
    func awaited() async throws {
        let listener = Listener()
        let end = try await Self.played(listener).ended()
        #expect(end == .asked)
        #expect(listener.records.last?.frame == 48_000)
    }

    @Test("before its start does nothing")
    func unplayed() {
        let sink = HandSink()
        let listener = Listener()
        _ = Self.session(sink, listener)
        #expect(listener.records.isEmpty && sink.finishCount == 0)
    }

    private static func session(
        _ sink: HandSink, _ delegate: any AudioSessionDelegate
    ) -> AudioSession {
        let session = AudioSession(SessionConfiguration(source: "live")) {
            SessionParts(
                sink: sink, clock: .real, streams: MadeStreams(sink: sink), spots: MadeSpots())
        }
        session.addDelegate(delegate)
        return session
    }

    /// A session of one second that plays.
    private static func played(_ listener: Listener) throws -> AudioSession {
        var configuration = SessionConfiguration(source: "live")
        configuration.duration = .seconds(1)
        let session = AudioSession(configuration) {
            let sink = NullSink(clock: .real(speed: 1))
            return SessionParts(
                sink: sink, clock: .real, streams: MadeStreams(sink: sink), spots: MadeSpots())
        }
        session.addDelegate(listener)
        try session.play()
        return session
    }

    /// Has the only reference to a session, and drops it on the session's thread.
    private final class Keeper: AudioSessionDelegate {
        private let session = Mutex<AudioSession?>(nil)
        private let isAlone = Gate()

        var isEmpty: Bool { session.withLock { $0 == nil } }

        func play(_ kept: AudioSession) throws {
            kept.addDelegate(self)
            session.withLock { $0 = kept }
            try kept.play()
        }

        /// Call once no other reference is left.
        func dropInCall() {
            session.withLock { $0 }?.send(.push([]))
            isAlone.open()
        }

        func onCommandAccepted(_ command: SessionCommand) {
            guard case .push = command else { return }
            isAlone.wait()
            session.withLock { $0 = nil }
        }
    }

    private final class EndWitness: AudioSessionDelegate {
        private let ends = AsyncStream<SessionEnd>.makeStream()

        /// Waits for it.
        var end: SessionEnd? {
            get async { await ends.stream.first { _ in true } }
        }

        func onSessionEnd(_ end: SessionEnd) { ends.continuation.yield(end) }
    }
}
