import AdPlayback
import MediaTime
import Testing

@testable import Interlude

@Suite("Seeking in a stream with pods")
struct PodTransportTests {
    private static let credit = "opt-in@1000ms,interact@2000ms,done@8000ms"

    @Test("G1: over an unheard pod leads to it first, and then to the target")
    func snapBack() async throws {
        let outcome = try await PodSessionScenario(pods: [288_000, 576_000], viewer: Self.credit)
            .at(96_000, .seek(.seconds(17))).run()
        #expect(outcome.values("pod", of: "truex.snappedBack") == ["\"pod-2\""])
        #expect(outcome.frames(of: "stream.held") == [96_000])
        #expect(outcome.values("streamFrame", of: "stream.held") == ["576000"])
        #expect(outcome.frames(of: "stream.resumed") == [480_000])
        #expect(outcome.values("streamFrame", of: "stream.resumed") == ["816000"])
        #expect(
            outcome.sound[480_384..<600_000] == Sound.stream(816_384, count: 600_000 - 480_384))
        #expect(try outcome.replayed() == outcome.log)
    }

    @Test("without a credit leads to the target after the pod's ads, to the exact frame")
    func snapBackUncredited() async throws {
        let outcome = try await PodSessionScenario(pods: [288_000], viewer: "opt-out@1000ms")
            .at(96_000, .seek(.seconds(12))).run()
        #expect(outcome.values("streamFrame", of: "stream.resumed").first == "336000")
        // A second of card, and two of ads.
        #expect(outcome.frames(of: "break.ended") == [240_000])
        #expect(
            outcome.sound[240_384..<400_000] == Sound.stream(576_384, count: 400_000 - 240_384))
        #expect(try outcome.replayed() == outcome.log)
    }

    @Test("G4: back leads past a heard pod when the listener reaches it again")
    func played() async throws {
        let outcome = try await PodSessionScenario(pods: [288_000], viewer: Self.credit)
            .at(700_000, .seek(.seconds(5))).run()
        #expect(outcome.frames(of: "truex.started") == [288_000])
        // A second to the pod, at 748 000.
        #expect(outcome.sound[700_384..<748_000] == Sound.stream(240_384, count: 47_616))
        #expect(
            outcome.sound[748_384..<900_000] == Sound.stream(432_384, count: 900_000 - 748_384))
        #expect(outcome.frames(of: "pod.skipped") == [672_000, 748_000])
        #expect(try outcome.replayed() == outcome.log)
    }

    @Test("is refused while the stream is held, and so is a pause, with the reason")
    func refused() throws {
        var session = SessionHarness()
        session.take(.truex(.pods([Self.pod])))
        session.hear(48_000)
        #expect(session.machine.state == .playing)
        for command: SessionCommand in [
            .pause, .seek(.seconds(1)), .goLive, .setDelay(.seconds(1)),
        ] {
            session.command(command)
        }
        #expect(session.refusals.count == 4)
        #expect(session.refusals.allSatisfy { $0.contains("interactive advertisement") })
    }

    @Test("G11: is refused in the ads of a pod")
    func refusedInPod() throws {
        var session = SessionHarness()
        session.take(.truex(.pods([Self.pod])))
        session.hear(48_000)
        session.take(.truex(.answered(TruexToken(1), .noBid)))
        session.hear(96_000)
        session.command(.goLive)
        #expect(session.refusals.count == 1)
        #expect(session.records.map(\.event).contains("truex.noAds"))
    }

    @Test("events that fell due unobserved are handled in order, at their times")
    func lateTime() throws {
        var configuration = SessionConfiguration(source: "live")
        configuration.viewer = ViewerScript([.init(after: .seconds(1), .optIn)])
        var session = SessionHarness(configuration)
        session.open(1)
        session.take(.source(generation: 1, .ready))
        session.take(.truex(.pods([Self.pod])))
        session.take(.truex(.answered(TruexToken(1), try #require(Self.answer))))
        session.hear(48_000)
        session.take(.time(FrameTime(48_000), liveEdge: nil))
        session.take(.time(FrameTime(.seconds(60)), liveEdge: nil))
        let told = session.effects.compactMap {
            if case .truex(.tell(let event)) = $0 { event } else { nil }
        }
        #expect(told.suffix(3) == [.userCancel, .optOut(.countdown), .adCompleted(timeSpent: 0)])
        #expect(told.dropLast(3).contains { $0.name == .optIn })
    }

    @Test("a listener's pause and a lost output hold a playing card, even one that begins")
    func pauses() throws {
        var session = SessionHarness()
        var pod = Self.pod
        pod.ads[0].kind = .truexCard
        session.take(.truex(.pods([pod])))
        session.take(.truex(.answered(TruexToken(1), try #require(Self.answer))))
        session.hear(50_000)
        session.command(.pause)
        #expect(session.machine.truex.renderers.values.map(\.machine.pauses) == [[.listener]])
        session.take(.sinkLost(reason: "gone"))
        #expect(
            session.machine.truex.renderers.values.map(\.machine.pauses)
                == [[.listener, .output]])
        session.take(.sinkRestored)
        session.command(.unpause)
        #expect(session.machine.truex.renderers.values.map(\.machine.pauses) == [[]])
    }

    private static let answer = try? TruexAnswer(parsing: Array(PodSessionScenario.unit.utf8))

    /// A placeholder and an ad, of two seconds together, after a second of programme.
    private static let pod = TruexPod(
        id: "pod", range: FrameRange(FrameTime(48_000), count: 480_000), slotType: .midroll,
        ads: [
            .init(range: FrameRange(FrameTime(48_000), count: 24_000), kind: .truex),
            .init(range: FrameRange(FrameTime(72_000), count: 456_000), kind: .linear),
        ])

    @Test("spots that wait for a unit are dropped by the end of the session, not by a credit")
    func stopped() throws {
        var session = SessionHarness()
        session.take(.truex(.pods([Self.pod])))
        session.take(.truex(.answered(TruexToken(1), try #require(Self.answer))))
        session.hear(48_000)
        session.command(.push([.spot(1, frames: 4800)]))
        session.command(.stop)
        let reasons = session.records.filter { $0.event == "slot.notUsed" }
            .flatMap { record in record.fields.filter { $0.key == "reason" } }
        #expect(reasons == [JSONMember("reason", "stopped")])
    }

    @Test("past the end of a file of unknown length changes nothing")
    func pastTheEnd() {
        var session = SessionHarness(opening: "file")
        session.begin(1, as: .file)
        session.take(.truex(.pods([Self.pod])))
        session.take(.heard(FrameTime(4800), liveEdge: nil))
        session.command(.seek(.milliseconds(900)))
        session.take(.source(generation: 2, .ended(FrameTime(38_400))))
        session.take(.source(generation: 2, .ready))
        session.take(.heard(FrameTime(9600), liveEdge: nil))
        #expect(session.machine.transport.current?.generation == 1)
        #expect(session.machine.state == .playing)
    }
}
