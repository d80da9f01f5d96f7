import Interlude
import MediaTime
import Testing

@Suite("Pages that show a unit of true[X]")
struct PageAudienceTests {
    /// A pod at 6 s, whose unit is chosen a second later by somebody at a page.
    private static func scenario() throws -> PodSessionScenario {
        try PodSessionScenario(pods: [288_000])
            .at(0, .truexAudience(.watching))
            .at(336_000, .truex(.optIn))
            .at(384_000, .truex(.interact))
    }

    @Test("lose the time of a reload from the attention, and no more")
    func reloaded() async throws {
        let outcome = try await Self.scenario()
            .at(432_000, .truexAudience(.nobody))
            .at(480_000, .truexAudience(.watching))
            .at(700_000, .truex(.done)).run()
        #expect(outcome.frames(of: "truex.adFreePod") == [624_000])
        #expect(outcome.frames(of: "truex.completed") == [700_000])
        #expect(outcome.frames(of: "stream.resumed") == [700_000])
        #expect(outcome.values("streamFrame", of: "stream.resumed") == ["432000"])
        #expect(try outcome.replayed() == outcome.log)
    }

    @Test(
        "hold the stream for 30 s if they never return, and an earned credit counts",
        arguments: [(432_000, "336000", "0"), (600_000, "432000", "2")])
    func gone(frame: Int, landing: String, credited: String) async throws {
        let outcome = try await Self.scenario().at(frame, .truexAudience(.nobody)).run()
        let end = frame + 1_440_000
        #expect(outcome.frames(of: "truex.timedOut") == [end])
        #expect(outcome.values("deadline", of: "truex.timedOut") == ["\"audience\""])
        #expect(outcome.frames(of: "truex.completed") == [])
        #expect(outcome.frames(of: "stream.resumed") == [end])
        #expect(outcome.values("streamFrame", of: "stream.resumed") == [landing])
        #expect(outcome.values("credited", of: "break.ended") == [credited])
        #expect(try outcome.replayed() == outcome.log)
    }

    @Test("are not needed by a scripted viewer")
    func scripted() async throws {
        let scenario = try PodSessionScenario(
            pods: [288_000], viewer: "opt-in@1000ms,interact@2000ms,done@40000ms")
        let outcome = try await scenario.at(0, .truexAudience(.nobody)).run()
        #expect(outcome.frames(of: "truex.completed") == [288_000 + 1_920_000])
        #expect(outcome.values("credited", of: "break.ended") == ["2"])
    }
}
