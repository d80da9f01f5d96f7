import AdPlayback
import Advertising
import Interlude
import MediaTime
import Testing

/// The card is shown at frame 288 000 and waits for 10 s; the unit requires 5 s.
@Suite("A viewer at the end of their script")
struct ViewerEndTests {
    @Test("is done with a unit once they have the credit")
    func credited() async throws {
        let outcome = try await PodSessionScenario(
            pods: [288_000], viewer: "opt-in@1000ms,interact@2000ms"
        ).run()
        #expect(outcome.frames(of: "truex.adFreePod") == [576_000])
        #expect(outcome.frames(of: "truex.completed") == [576_000])
        #expect(outcome.values("credited", of: "break.ended") == ["2"])
        #expect(try outcome.replayed() == outcome.log)
    }

    @Test(
        "goes back from a unit in which they cannot earn one, and lets the card run out",
        arguments: [
            ("opt-in@1000ms", 576_000), ("opt-in@1000ms,done@9000ms", 720_000),
            ("opt-in@1000ms,back@2000ms", 384_000),
        ])
    func uncredited(viewer: String, end: Int) async throws {
        let outcome = try await PodSessionScenario(pods: [288_000], viewer: viewer).run()
        #expect(outcome.frames(of: "truex.userCancel") == [end])
        #expect(outcome.frames(of: "truex.optOut") == [end + 480_000])
        #expect(outcome.values("by", of: "truex.optOut") == ["\"countdown\""])
        #expect(outcome.frames(of: "truex.completed") == [end + 480_000])
        #expect(try outcome.replayed() == outcome.log)
    }

    @Test("treats a card without a countdown as one of 15 s")
    func endlessCard() async throws {
        var scenario = try PodSessionScenario(pods: [], viewer: "interact@1000ms")
        scenario.schedule = AdSchedule(
            breaks: [
                PodSessionScenario.pod(
                    1, at: 288_000, unit: PodSessionScenario.unit(voiceOver: "", card: "-1"))
            ])
        let outcome = try await scenario.run()
        #expect(outcome.frames(of: "truex.optOut") == [288_000 + 720_000])
        #expect(outcome.values("by", of: "truex.optOut") == ["\"user\""])
        #expect(try outcome.replayed() == outcome.log)
    }
}
