import AdPlayback
import MediaTime
import Testing

@testable import Interlude

@Suite("The voice of a choice card")
struct VoiceOverTests {
    private func scenario(_ viewer: String, vo: String) throws -> PodSessionScenario {
        var scenario = try PodSessionScenario(pods: [288_000], viewer: viewer)
        scenario.schedule = .init(
            breaks: [
                PodSessionScenario.pod(1, at: 288_000, unit: PodSessionScenario.unit(voiceOver: vo))
            ])
        return scenario
    }

    @Test("plays while the card is shown, from its first sample to its last")
    func whole() async throws {
        let outcome = try await scenario("opt-out@5000ms", vo: "96000x0.25").run()
        #expect(outcome.sound[288_384..<383_616] == Sound.spot(0.25, count: 95_232))
        #expect(outcome.sound[384_000..<528_000] == Sound.silence(count: 144_000))
        #expect(outcome.frames(of: "stream.resumed") == [528_000])
        #expect(try outcome.replayed() == outcome.log)
    }

    @Test("fades away as soon as the card is answered")
    func answered() async throws {
        let outcome = try await scenario(
            "opt-in@1000ms,interact@2000ms,done@8000ms", vo: "96000x0.25"
        ).run()
        #expect(outcome.sound[288_384..<336_000] == Sound.spot(0.25, count: 336_000 - 288_384))
        #expect(outcome.sound[336_384..<672_000] == Sound.silence(count: 672_000 - 336_384))
    }

    @Test("if it is unavailable leaves a card without a voice")
    func missing() async throws {
        let outcome = try await scenario("opt-out@1000ms", vo: "nothing").run()
        #expect(outcome.frames(of: "session.warning") == [288_000])
        #expect(outcome.frames(of: "stream.resumed") == [336_000])
    }

    @Test("is skipped if it is unavailable, and the next one plays")
    func next() async throws {
        let outcome = try await scenario("opt-out@5000ms", vo: #"nothing","96000x0.25"#).run()
        #expect(outcome.frames(of: "session.warning") == [288_000])
        #expect(outcome.sound[288_384..<383_616] == Sound.spot(0.25, count: 95_232))
        #expect(try outcome.replayed() == outcome.log)
    }

    @Test("takes no memory if it is unavailable")
    func dropped() throws {
        let unit = PodSessionScenario.unit(voiceOver: #"a","b"#)
        var session = SessionHarness()
        let pod = TruexPod(
            id: "pod", range: FrameRange(FrameTime(48_000), count: 480_000), slotType: .midroll,
            ads: [.init(range: FrameRange(FrameTime(48_000), count: 24_000), kind: .truex)])
        session.take(.truex(.pods([pod])))
        let answer = try TruexAnswer(parsing: Array(unit.utf8))
        session.take(.truex(.answered(TruexToken(1), answer)))
        session.hear(48_001)
        #expect(session.effects.contains(.loadVoiceOver(number: 1, address: "a")))
        session.take(.truex(.voiceOverFailed(number: 1, reason: "gone")))
        #expect(session.effects.contains(.dropVoiceOver(number: 1)))
        #expect(session.effects.contains(.loadVoiceOver(number: 2, address: "b")))
    }
}
