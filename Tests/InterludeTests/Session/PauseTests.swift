import Interlude
import MediaTime
import Testing

@Suite("Pausing a session")
struct PauseTests {
    @Test("a pause holds the stream at its frame, and both ends of it are reported")
    func pause() async throws {
        let outcome = try await Scenario("file:1000000")
            .at(24_000, .pause).at(48_000, .unpause).run()
        #expect(outcome.frames(of: "session.paused") == [24_000])
        #expect(outcome.frames(of: "session.playing") == [0, 48_000])
        #expect(outcome.values("streamFrame", of: "session.playing") == ["0", "24000"])
        #expect(outcome.sound[24_384..<48_000] == Sound.silence(count: 48_000 - 24_384))
        #expect(
            outcome.sound[48_384..<96_000] == Sound.stream(24_384, count: 96_000 - 48_384))
    }

    @Test("a spot pushed while paused waits, and plays before the stream resumes")
    func push() async throws {
        let outcome = try await Scenario("file:1000000").policy(.hold)
            .at(24_000, .pause).push(30_000, .spot(1, frames: 12_000))
            .at(48_000, .unpause).run()
        #expect(outcome.frames(of: "slot.started") == [48_000])
        #expect(outcome.values("streamFrame", of: "stream.resumed") == ["24000"])
        #expect(outcome.sound[24_384..<48_000] == Sound.silence(count: 48_000 - 24_384))
        #expect(outcome.sound[60_384..<96_000] == Sound.stream(24_384, count: 96_000 - 60_384))
    }

    @Test("a pause while a spot plays is refused and changes nothing")
    func refused() async throws {
        let scenario = Scenario().push(24_000, .spot(1, frames: 12_000))
        let outcome = try await scenario.at(30_000, .pause).run()
        let plain = try await scenario.run()
        #expect(outcome.sound == plain.sound)
        #expect(outcome.log == plain.log)
    }

    @Test("a pause that nothing will end ends the session, with a warning", .timeLimit(.minutes(1)))
    func forEver() async throws {
        var scenario = Scenario().at(24_000, .pause)
        scenario.configuration.duration = nil
        let outcome = try await scenario.run()
        #expect(outcome.end == .asked)
        #expect(outcome.frames(of: "session.warning") == [24_001])
        #expect(outcome.sound.frameCount == 24_001 + 384)
        #expect(outcome.frames(of: "session.paused") == [24_000])
        #expect(try outcome.replayed() == outcome.log)
        let held = try await scenario.push(30_000, .spot(1, frames: 4800)).run()
        #expect(held.frames(of: "slot.notUsed") == [30_000 + 384])
        #expect(held.adCalls == ["available", "ABORTED 1", "end"])
    }

    @Test("a change of volume in a pause does not report the pause again")
    func volume() async throws {
        let outcome = try await Scenario().at(24_000, .pause)
            .at(48_000, .setVolume(.decibels(-6))).run()
        #expect(outcome.frames(of: "session.paused") == [24_000])
    }

    @Test(
        "a file that ends during a requested pause ends the session",
        arguments: [29_000, 30_000])
    func exhausted(pause: Int) async throws {
        let outcome = try await Scenario("file:30000").at(pause, .pause).at(60_000, .unpause).run()
        #expect(outcome.end == .asked)
        #expect(outcome.calls.count { $0 == "end" } == 1)
        #expect(outcome.frames(of: "session.stopped").count == 1)
    }

    @Test("a second pause is refused, with its own reason")
    func twice() {
        var session = SessionHarness()
        session.hear(24_000)
        session.command(.pause)
        session.hear(30_000)
        session.command(.pause)
        #expect(session.refusals == ["it is already paused"])
    }

    @Test("a pause that is refused because nothing plays yet does not delay spots")
    func tooEarly() async throws {
        let outcome = try await Scenario().at(0, .pause).push(24_000, .spot(1, frames: 12_000))
            .run()
        #expect(outcome.frames(of: "slot.started") == [24_000])
    }

    @Test("a pause while a stream's first audio arrives holds its first frame")
    func beforeTheFirst() {
        var session = SessionHarness(opening: "live")
        session.open(1)
        session.hear(4800)
        session.command(.pause)
        session.take(.source(generation: 1, .ready))
        session.hear(24_000)
        #expect(session.machine.state == .paused)
        #expect(session.story == ["connecting", "buffering", "paused"])
        session.command(.unpause)
        session.hear(48_000)
        #expect(session.machine.state == .playing)
        #expect(session.refusals == [])
    }

    @Test("a pause while another stream is being opened holds that one")
    func beforeAnother() {
        var session = SessionHarness()
        session.hear(4800)
        session.command(.play(source: "other"))
        session.open(2)
        session.command(.pause)
        session.hear(12_000)
        session.take(.source(generation: 2, .ready))
        session.hear(24_000)
        #expect(session.machine.state == .paused)
        session.command(.unpause)
        session.hear(48_000)
        #expect(session.machine.state == .playing)
        #expect(session.frames(of: "session.playing") == [0, 24_000])
    }
}
