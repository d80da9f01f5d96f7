import AdPlayback
import Interlude
import MediaTime
import Testing

@Suite("A pre-stream advertisement")
struct PreStreamTests {
    @Test("M-prestream-before-play-registration: is announced, and plays before the programme")
    func live() async throws {
        let outcome = try await Scenario().push(0, .spot(1, frames: 24_000)).run()
        #expect(outcome.adCalls.prefix(3) == ["available", "started", "banner 1"])
        #expect(outcome.frames(of: "slot.started") == [0])
        #expect(outcome.frames(of: "session.playing") == [24_000])
        #expect(outcome.values("streamFrame", of: "session.playing") == ["24000"])
        // Nothing of the stream is mixed in: only the spot fades in.
        #expect(outcome.sound[384..<23_616] == Sound.spot(0.5, count: 23_616 - 384))
        #expect(outcome.sound.sample(0) == 0)
        #expect(outcome.sound.sample(192) == 0.25)
        #expect(outcome.sound[24_384..<96_000] == Sound.stream(24_384, count: 96_000 - 24_384))
    }

    @Test(
        "lets a file begin with its first frame after it",
        arguments: [BreakPolicy.mute, .hold, .duck])
    func file(policy: BreakPolicy) async throws {
        let outcome = try await Scenario("file:1000000").policy(policy)
            .push(0, .spot(1, frames: 24_000)).run()
        #expect(outcome.values("streamFrame", of: "session.playing") == ["0"])
        #expect(outcome.sound[24_384..<96_000] == Sound.stream(384, count: 96_000 - 24_384))
        #expect(outcome.sound[384..<23_616] == Sound.spot(0.5, count: 23_616 - 384))
    }

    @Test(
        "delays the stream up to the limit, and plays when it is ready",
        arguments: ["live", "file:1000000"])
    func slow(source: String) async throws {
        let outcome = try await Scenario(source, frames: 240_000).loading(frames: 144_000)
            .push(0, .spot(1, frames: 24_000)).run()
        #expect(outcome.frames(of: "session.playing") == [96_000])
        #expect(outcome.frames(of: "stream.muted") == [144_000])
        #expect(outcome.frames(of: "slot.started") == [144_000])
        #expect(outcome.frames(of: "stream.resumed") == [168_000])
        #expect(outcome.sound[0..<96_000] == Sound.silence(count: 96_000))
        #expect(outcome.sound[96_384..<144_000] == Sound.stream(384, count: 144_000 - 96_384))
        #expect(try outcome.replayed() == outcome.log)
    }

    @Test(
        "has a limit that can be changed, or removed",
        arguments: [(.seconds(1), 48_000), (nil, 168_000)] as [(Duration?, Int)])
    func limit(limit: Duration?, begin: Int) async throws {
        var scenario = Scenario("file:1000000", frames: 240_000).loading(frames: 144_000)
            .push(0, .spot(1, frames: 24_000))
        scenario.configuration.firstSpotLimit = limit
        let outcome = try await scenario.run()
        #expect(outcome.frames(of: "session.playing") == [begin])
        #expect(outcome.frames(of: "slot.started") == [144_000])
    }

    @Test("leaves the first frame untouched if there is none")
    func none() async throws {
        let outcome = try await Scenario("file:1000000").run()
        #expect(outcome.sound[0..<96_000] == Sound.stream(0, count: 96_000))
    }
}
