import Interlude
import MediaTime
import Testing

@Suite("A session in virtual time that returns to its home", .timeLimit(.minutes(2)))
struct ReturnScenarioTests {
    private static func scenario(_ source: String, home: String?) -> Scenario {
        var scenario = Scenario(source, frames: 192_000)
        scenario.configuration.home = home
        return scenario
    }

    /// Several times, because the sink has a thread of its own.
    @Test(
        "plays a file in between to its last sample, and its recording replays to the same log",
        arguments: 0..<12)
    func fileInBetween(run: Int) async throws {
        let outcome = try await Self.scenario("live", home: "live")
            .at(24_000, .play(source: "file:48000")).push(30_000, .spot(1, frames: 9_600))
            .at(120_000, .play(source: "missing")).run()
        #expect(outcome.end == .asked)
        #expect(outcome.sound.frameCount == 192_000)
        #expect(outcome.frames(of: "session.connecting") == [0, 24_000, 72_000])
        #expect(outcome.frames(of: "session.playing") == [0, 24_000, 72_000])
        #expect(outcome.sound[72_384..<120_000] == Sound.stream(384, count: 47_616))
        #expect(outcome.values("source", of: "session.warning") == ["\"missing\""])
        #expect(try outcome.replayed() == outcome.log)
    }

    @Test("continues a file at the sample where it was left")
    func place() async throws {
        let outcome = try await Self.scenario("file:96000", home: "file:96000")
            .at(24_000, .play(source: "file:48000")).run()
        #expect(outcome.sound.frameCount == 144_000)
        #expect(outcome.sound[72_384..<144_000] == Sound.stream(24_384, count: 71_616))
        #expect(outcome.end == .asked)
    }

    @Test("ends as before without a home")
    func noHome() async throws {
        let outcome = try await Self.scenario("live", home: nil)
            .at(24_000, .play(source: "file:48000")).run()
        #expect(outcome.sound.frameCount == 72_000)
    }

    @Test("waits in virtual time for a home that cannot be played, and ends when it is asked to")
    func endless() async throws {
        var scenario = Self.scenario("nowhere", home: "nowhere")
        scenario.configuration.giveUp = nil
        scenario.configuration.duration = .seconds(120)
        let outcome = try await scenario.push(48_000, .spot(1, frames: 9_600)).run()
        #expect(outcome.end == .asked)
        #expect(outcome.sound.frameCount == 120 * FrameTime.rate)
        #expect(outcome.frames(of: "session.warning") == [0])
        #expect(outcome.frames(of: "slot.completed").count == 1)
        #expect(try outcome.replayed() == outcome.log)
    }
}
