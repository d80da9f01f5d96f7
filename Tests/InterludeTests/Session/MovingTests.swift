import Interlude
import MediaTime
import Testing

@Suite("Seeks and changes of source in a session")
struct MovingTests {
    @Test("a seek in a file continues at exactly that frame")
    func seek() async throws {
        let outcome = try await Scenario("file:1000000").at(24_000, .seek(.seconds(5))).run()
        #expect(outcome.sound[24_384..<96_000] == Sound.stream(240_384, count: 96_000 - 24_384))
        #expect(outcome.frames(of: "stream.shifted") == [24_000])
        #expect(outcome.values("streamFrame", of: "stream.shifted") == ["240000"])
    }

    @Test("a seek in a pipe is refused, and it plays on")
    func seekInPipe() async throws {
        let outcome = try await Scenario("pipe:1000000").at(24_000, .seek(.seconds(5))).run()
        #expect(outcome.frames(of: "stream.shifted").isEmpty)
        #expect(outcome.sound[24_000..<96_000] == Sound.stream(24_000, count: 72_000))
        let stage = try HandSession("pipe:1000000")
        await stage.report(.heard(FrameTime(1000)))
        guard case .refused(let words) = await stage.session.send(.seek(.zero)) else {
            Issue.record("the seek was accepted")
            return
        }
        #expect(words.contains("pipe"))
        _ = await stage.session.send(.stop)
    }

    @Test("a break after a seek holds the stream at the seek's target")
    func seekBeforeBreak() async throws {
        let outcome = try await Scenario("file:1000000").policy(.hold)
            .at(24_000, .seek(.seconds(5))).push(48_000, .spot(1, frames: 12_000)).run()
        #expect(outcome.values("streamFrame", of: "stream.resumed") == ["264000"])
    }

    @Test("a seek in a file during a break takes effect after it")
    func seekInBreak() async throws {
        let outcome = try await Scenario("file:1000000").policy(.hold)
            .push(24_000, .spot(1, frames: 12_000)).at(30_000, .seek(.seconds(5))).run()
        #expect(outcome.sound[24_384..<35_616] == Sound.spot(0.5, count: 35_616 - 24_384))
        #expect(outcome.frames(of: "slot.completed") == [36_000])
        #expect(outcome.values("streamFrame", of: "stream.resumed") == ["240000"])
        #expect(outcome.sound[36_384..<96_000] == Sound.stream(240_384, count: 96_000 - 36_384))
    }

    @Test("a live stream that jumps while a spot loads plays until the spot is there")
    func delayBeforeSpot() async throws {
        let outcome = try await Scenario().loading(frames: 24_000)
            .push(24_000, .spot(1, frames: 12_000)).at(30_000, .setDelay(.milliseconds(1500))).run()
        #expect(outcome.frames(of: "stream.shifted") == [30_000])
        #expect(outcome.sound[32_400..<48_000] == Sound.stream(8_400, count: 48_000 - 32_400))
        #expect(outcome.frames(of: "slot.started") == [48_000])
    }

    @Test("a stream that jumps during a break is ducked at its new place")
    func seekUnderDuck() async throws {
        let outcome = try await Scenario("file:1000000").policy(.duck)
            .push(24_000, .spot(1, frames: 48_000)).at(48_000, .seek(.seconds(5))).run()
        #expect(outcome.frames(of: "stream.shifted") == [48_000])
        #expect(outcome.values("streamFrame", of: "stream.resumed") == ["264000"])
    }

    @Test("M-switch-stream-mid-ad: another stream ends the spot, and plays at once")
    func change() async throws {
        let outcome = try await Scenario()
            .push(24_000, .spot(1, frames: 48_000), .spot(2, frames: 48_000))
            .at(30_000, .play(source: "other")).push(60_000, .spot(3, frames: 4_800)).run()
        #expect(
            outcome.adCalls == [
                "available", "started", "banner 1", "ABORTED 1", "no banner", "finished",
                "available", "started", "banner 3", "FINISHED 3", "no banner", "finished", "end",
            ])
        #expect(outcome.sound[30_384..<60_000] == Sound.stream(384, count: 60_000 - 30_384))
        #expect(outcome.frames(of: "session.playing") == [0, 30_000])
        #expect(outcome.values("streamFrame", of: "stream.resumed") == ["34800"])
    }

    @Test("a stream that is changed and changed back in a pause continues where it paused")
    func changeBack() async throws {
        let outcome = try await Scenario().at(24_000, .pause).at(30_000, .play(source: "other"))
            .at(30_000, .play(source: "live")).run()
        let last = outcome.sound[95_000..<96_000]
        #expect(last == Sound.stream(95_000 - 6_000, count: 1_000))
    }

    @Test(
        "a missing source leaves the playing one unchanged, to the sample",
        arguments: ["missing", "empty"])
    func missing(source: String) async throws {
        let plain = try await Scenario().push(24_000, .spot(1, frames: 12_000)).run()
        let outcome = try await Scenario().push(24_000, .spot(1, frames: 12_000))
            .at(30_000, .play(source: source)).at(60_000, .playPublic(source: source)).run()
        #expect(outcome.sound == plain.sound)
        #expect(outcome.end == .asked)
        #expect(outcome.frames(of: "session.warning") == [30_000, 60_000])
        #expect(outcome.adCalls == plain.adCalls)
        #expect(try outcome.replayed() == outcome.log)
    }

    @Test("another stream begins unmuted, whatever the previous streamer did")
    func changeMuted() async throws {
        let outcome = try await Scenario().at(12_000, .streamerMuted)
            .at(30_000, .play(source: "other")).run()
        #expect(outcome.sound[30_384..<96_000] == Sound.stream(384, count: 96_000 - 30_384))
    }

    @Test("M-delay-clamp: a delay is clamped to the available stream")
    func delay() async throws {
        let outcome = try await Scenario().at(48_000, .setDelay(.seconds(60))).run()
        // A second more than was rendered has been received, so the beginning is 2 s behind.
        #expect(outcome.values("streamFrame", of: "stream.shifted") == ["0"])
        let ahead = try await Scenario().at(48_000, .setDelay(.seconds(-1))).run()
        #expect(ahead.values("streamFrame", of: "stream.shifted") == ["96000"])
        let back = try await Scenario().at(48_000, .setDelay(.milliseconds(1500))).run()
        #expect(back.values("behindLive", of: "stream.shifted") == ["1.5"])
    }

    @Test("M-delay-clamp: the available delay grows up to the maximum, and changes are reported")
    func available() {
        var session = SessionHarness()
        for second in [298, 299, 400, 500] { session.hear(48_000 * second) }
        let told = session.effects.compactMap {
            if case .availableDelayChanged(let delay) = $0 { delay } else { nil }
        }
        #expect(told == [.seconds(299), .seconds(300)])
    }

    @Test("M-delayed-ad-fires-at-shifted-time: a live event fires when the listener reaches it")
    func delayed() async throws {
        let outcome = try await Scenario(frames: 240_000).at(48_000, .setDelay(.seconds(2)))
            .at(72_000, .pushAtLiveEdge([.spot(1, frames: 12_000)])).run()
        // From one second behind live to two: the push at 72000 is due a second later.
        #expect(outcome.frames(of: "slot.started") == [120_000])
        let live = try await Scenario(frames: 240_000).at(48_000, .setDelay(.seconds(2)))
            .at(72_000, .pushAtLiveEdge([.spot(1, frames: 12_000)]))
            .at(96_000, .goLive).run()
        // Known as soon as a frame after the jump was heard.
        #expect(live.frames(of: "slot.started") == [96_001])
    }
}
