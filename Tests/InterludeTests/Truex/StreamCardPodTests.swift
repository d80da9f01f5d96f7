import Interlude
import MediaTime
import Testing

@Suite("A choice card in the stream")
struct StreamCardPodTests {
    /// Plays a stream with a card from 6 to 8 s, and two ads of a second each behind it.
    private func play(_ source: String = "live", viewer: String) async throws -> Outcome {
        var scenario = try PodSessionScenario(source, pods: [], viewer: viewer)
        var pod = PodSessionScenario.pod(1, at: 288_000, length: 192_000)
        pod.ads[0].kind = .truexCard
        pod.ads[0].range = FrameRange(FrameTime(288_000), count: 96_000)
        pod.ads[1].range = FrameRange(FrameTime(384_000), count: 48_000)
        pod.ads[2].range = FrameRange(FrameTime(432_000), count: 48_000)
        scenario.schedule = .init(breaks: [pod])
        scenario.configuration.duration = .frames(900_000)
        let outcome = try await scenario.run()
        #expect(outcome.frames(of: "truex.started") == [288_000])
        #expect(try outcome.replayed() == outcome.log)
        return outcome
    }

    @Test("plays to its end, and so does all that follows, without an answer")
    func noAnswer() async throws {
        let outcome = try await play(viewer: "")
        #expect(outcome.sound == Sound.stream(0, count: 900_000))
        #expect(outcome.frames(of: "truex.optOut") == [384_000])
        #expect(outcome.values("by", of: "truex.optOut") == ["\"countdown\""])
        #expect(outcome.values("played", of: "break.ended") == ["2"])
    }

    @Test("stops on an opt-in, whose credit leads to the first sample after card and ads")
    func credit() async throws {
        let outcome = try await play(viewer: "opt-in@500ms,interact@600ms,done@7000ms")
        #expect(outcome.frames(of: "stream.held") == [312_000])
        #expect(outcome.sound[0..<312_000] == Sound.stream(0, count: 312_000))
        #expect(outcome.sound[312_384..<624_000] == Sound.silence(count: 311_616))
        #expect(outcome.frames(of: "stream.resumed") == [624_000])
        #expect(outcome.values("streamFrame", of: "stream.resumed") == ["480000"])
        #expect(outcome.values("from", of: "pod.skipped") == ["6.5"])
        #expect(outcome.sound[624_384..<900_000] == Sound.stream(480_384, count: 275_616))
    }

    @Test("T-cancel-reoptin: begins again for a listener who goes back")
    func cancel() async throws {
        let outcome = try await play(viewer: "opt-in@500ms,cancel@1000ms")
        #expect(outcome.frames(of: "stream.resumed") == [336_000])
        #expect(outcome.values("streamFrame", of: "stream.resumed") == ["288000"])
        #expect(outcome.sound[336_384..<900_000] == Sound.stream(288_384, count: 563_616))
        #expect(outcome.frames(of: "truex.optOut") == [432_000])
    }

    @Test("is left at once on an opt-out if what follows has arrived")
    func optOut() async throws {
        let outcome = try await play("file:1400000", viewer: "opt-out@500ms")
        #expect(outcome.sound[0..<312_000] == Sound.stream(0, count: 312_000))
        #expect(outcome.sound[312_384..<900_000] == Sound.stream(384_384, count: 587_616))
        #expect(outcome.values("played", of: "break.ended") == ["2"])
    }

    @Test("plays to its end on an opt-out if what follows has not arrived")
    func optOutAtEdge() async throws {
        let outcome = try await play(viewer: "opt-out@500ms")
        #expect(outcome.sound == Sound.stream(0, count: 900_000))
        #expect(outcome.values("by", of: "truex.optOut") == ["\"user\""])
    }
}
