import AudioSinks
import Interlude
import MediaTime
import TestServers
import Testing

@Suite("A session whose output is gone")
struct LostSinkTests {
    private static let lost = SinkReport.lost(reason: "gone")

    /// A session that plays its first spot.
    private static func inSpot(_ answering: HandSink.Answering = .atOnce) async throws
        -> HandSession
    {
        let stage = try HandSession(answering: answering)
        await stage.settle()
        if answering == .byHand { await stage.change(at: .zero) }
        await stage.report(.heard(FrameTime(24_000)))
        _ = await stage.session.send(.push([.spot(1, frames: 48_000)]))
        await stage.settle()
        if answering == .byHand { await stage.change(at: FrameTime(24_000)) }
        await stage.report(.heard(FrameTime(30_000)))
        #expect(stage.listener.calls.contains("banner 1"))
        return stage
    }

    private static func expectEnd(of stage: HandSession) async {
        #expect(await stage.session.ended() == .asked)
        #expect(stage.listener.calls.filter { $0.hasSuffix(" 1") } == ["banner 1", "ABORTED 1"])
        #expect(stage.listener.calls.count { $0 == "finished" } == 1)
        #expect(stage.listener.calls.count { $0 == "end" } == 1)
        #expect(stage.sink.finishCount == 1)
    }

    @Test("ends at once when it is stopped", .timeLimit(.minutes(1)))
    func stop() async throws {
        let stage = try await Self.inSpot()
        await stage.report(Self.lost)
        #expect(await stage.session.send(.stop) == .accepted)
        await Self.expectEnd(of: stage)
    }

    @Test("ends after its duration by the clock", .timeLimit(.minutes(1)))
    func duration() async throws {
        let sink = HandSink()
        var configuration = SessionConfiguration(source: "live")
        configuration.duration = .milliseconds(700)
        let session = AudioSession(configuration) {
            SessionParts(
                sink: sink, clock: .real, streams: MadeStreams(sink: sink), spots: MadeSpots())
        }
        try session.play()
        // Once it answers, it listens to its sink.
        _ = await session.send(.push([]))
        sink.send(.heard(FrameTime(4800)))
        sink.send(Self.lost)
        #expect(await session.ended() == .asked)
    }

    @Test("ends at once even if earlier requests are never answered", .timeLimit(.minutes(1)))
    func unanswered() async throws {
        let stage = try await Self.inSpot(.byHand)
        _ = await stage.session.send(.setVolume(.decibels(-6)))
        await stage.report(Self.lost)
        #expect(await stage.session.send(.stop) == .accepted)
        await Self.expectEnd(of: stage)
    }

    @Test("ends when the output is lost during the fade of the stop", .timeLimit(.minutes(1)))
    func lostInFade() async throws {
        let stage = try await Self.inSpot()
        _ = await stage.session.send(.stop)
        await stage.report(Self.lost)
        await Self.expectEnd(of: stage)
    }

    @Test("ends at once during a requested pause", .timeLimit(.minutes(1)))
    func lostWhilePausing() async throws {
        let stage = try HandSession()
        await stage.report(.heard(FrameTime(24_000)))
        _ = await stage.session.send(.pause)
        await stage.report(Self.lost)
        _ = await stage.session.send(.stop)
        #expect(await stage.session.ended() == .asked)
        #expect(stage.listener.calls.count { $0 == "end" } == 1)
    }

    @Test("plays the unheard end of a file again", .timeLimit(.minutes(1)))
    func unheardEnd() async throws {
        let stage = try HandSession("file:48000")
        await stage.settle()
        let clip = PublishedClip(plan: stage.sink.newestPlan, index: 0)
        await stage.report(
            .adopted(plan: clip.plan), .heard(FrameTime(40_000)),
            .exhausted(at: FrameTime(48_000), clip: clip), Self.lost)
        _ = await stage.session.send(.push([.spot(1, frames: 24_000)]))
        await stage.settle()
        await stage.report(.restored, .heard(FrameTime(48_000)), .heard(FrameTime(63_999)))
        #expect(stage.listener.calls.suffix(2) == ["started", "banner 1"])
        await stage.report(
            .heard(FrameTime(64_001)),
            .exhausted(
                at: FrameTime(64_001), clip: PublishedClip(plan: stage.sink.newestPlan, index: 0)))
        #expect(await stage.session.ended() == .asked)
        #expect(stage.listener.calls.filter { $0.hasSuffix(" 1") } == ["banner 1", "FINISHED 1"])
    }
}

@Suite(
    "A session whose sound server is gone",
    .enabled(if: PrivatePulseAudio.isInstalled, "needs pulseaudio, pactl and parec"))
struct LostServerTests {
    /// The time of the queue, which is not played out at a server that is gone.
    private static let latency = Duration.milliseconds(700)

    /// A stop that waits for a server that is gone takes ten seconds; one that does not takes less,
    /// also on a busy machine.
    private static let patience = Duration.seconds(5)

    private static func session(at server: String) -> (AudioSession, Listener) {
        let session = AudioSession(SessionConfiguration(source: "live")) {
            let sink = PulseSink(PulseSettings(server: server, latency: latency))
            return SessionParts(
                sink: sink, clock: .real, streams: MadeStreams(sink: sink), spots: MadeSpots())
        }
        let listener = Listener()
        session.addDelegate(listener)
        return (session, listener)
    }

    private static func expectStop(_ session: AudioSession, _ listener: Listener) async {
        let clock = ContinuousClock()
        let time = await clock.measure {
            _ = await session.send(.stop)
            _ = await session.ended()
        }
        #expect(time < patience)
        #expect(listener.calls.count { $0 == "end" } == 1)
    }

    @Test("that never existed is stopped at once", .timeLimit(.minutes(1)))
    func neverThere() async throws {
        let (session, listener) = Self.session(at: "unix:/nonexistent/native")
        try session.play()
        try await listener.waits(for: "sink.lost")
        await Self.expectStop(session, listener)
    }

    @Test("is stopped at once when the server was killed", .timeLimit(.minutes(1)))
    func killed() async throws {
        let server = try PrivatePulseAudio()
        let (session, listener) = Self.session(at: server.address)
        try session.play()
        _ = await session.send(.push([.spot(1, frames: 480_000)]))
        try await listener.waits(for: "slot.started")
        server.kill()
        try await listener.waits(for: "sink.lost")
        await Self.expectStop(session, listener)
        #expect(listener.calls.filter { $0.hasSuffix(" 1") } == ["banner 1", "ABORTED 1"])
    }

    enum Outage: CaseIterable {
        case killed
        case frozen

        func begin(at server: PrivatePulseAudio) {
            switch self {
            case .killed: server.kill()
            case .frozen: server.freeze()
            }
        }

        func end(at server: PrivatePulseAudio) throws {
            switch self {
            case .killed: try server.restart()
            case .frozen: server.thaw()
            }
        }
    }

    @Test(
        "I12: resumes after the server's return, and reports nothing of the spot meanwhile",
        .timeLimit(.minutes(3)), arguments: Outage.allCases)
    func midSpot(_ outage: Outage) async throws {
        let server = try PrivatePulseAudio()
        let (session, listener) = Self.session(at: server.address)
        try session.play()
        _ = await session.send(.push([.spot(1, frames: 96_000)]))
        try await listener.waits(for: "slot.firstQuartile")
        outage.begin(at: server)
        try await listener.waits(for: "sink.lost")
        let lost = listener.records.count
        try outage.end(at: server)
        try await listener.waits(for: "sink.restored")
        let restored = listener.records.dropFirst(lost).prefix { $0.event != "sink.restored" }
        #expect(restored.isEmpty)
        try await listener.waits(for: "slot.completed")
        await Self.expectStop(session, listener)
        let ends = listener.records.filter {
            $0.event == "slot.started" || $0.event == "slot.completed"
        }
        #expect(ends.map(\.event) == ["slot.started", "slot.completed"])
        #expect(ends[1].frame - ends[0].frame == 96_000)
    }
}
