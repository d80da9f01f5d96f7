import AdPlayback
import Interlude
import MediaTime
import TestServers
import Testing

@Suite("How a session ends")
struct EndTests {
    @Test("M-report-aborted-once: a stop in a spot ends it, its banner and its burst, in order")
    func stop() async throws {
        let outcome = try await Scenario()
            .push(24_000, .spot(1, frames: 48_000)).at(30_000, .stop).run()
        #expect(
            outcome.calls == [
                "state connecting", "state buffering", "state playing", "available", "started",
                "banner 1", "ABORTED 1", "no banner", "finished", "state stopping",
                "state stopped", "end",
            ])
        #expect(outcome.sound.frameCount == 30_384)
        #expect(outcome.frames(of: "session.stopped") == [30_384])
    }

    @Test("a stop ends a spot where the sink leaves it, however far that has rendered meanwhile")
    func stopAhead() {
        var session = SessionHarness()
        session.hear(24_000)
        session.command(.push([.spot(1, frames: 480_000)]))
        session.take(
            .advertisements(.spotLoaded(PlayToken(1), frameCount: 480_000)))
        session.hear(30_000)
        session.answersRequests = false
        session.command(.stop)
        #expect(!session.effects.contains(.closeStream(generation: 1)))
        session.command(.push([.spot(2, frames: 4800)]))
        #expect(session.refusals == ["the session is stopping"])
        session.hear(90_000)
        session.take(.switchable(FrameTime(90_000)))
        #expect(session.effects.contains(.closeStream(generation: 1)))
        #expect(session.frames(of: "slot.skipped") == [90_000])
        session.hear(96_000)
        #expect(session.frames(of: "session.stopped") == [90_384])
    }

    @Test("a stop in virtual time is heard where the sink is, not at its last report")
    func stopInVirtualTime() async throws {
        let stage = try HandSession(clock: .virtual)
        await stage.settle()
        await stage.report(.heard(FrameTime(24_000)))
        _ = await stage.session.send(.push([.spot(1, frames: 480_000)]))
        await stage.settle()
        await stage.report(.heard(FrameTime(30_000)))
        stage.sink.render(to: FrameTime(90_000))
        #expect(await stage.session.send(.stop) == .accepted)
        #expect(stage.session.status.state == .stopped)
        await stage.settle()
        stage.sink.send(.heard(FrameTime(90_384)))
        #expect(await stage.session.ended() == .asked)
        let records = stage.listener.records
        #expect(records.filter { $0.event == "slot.skipped" }.map(\.frame) == [90_000])
        #expect(records.filter { $0.event == "session.stopped" }.map(\.frame) == [90_384])
    }

    @Test("a second stop changes nothing")
    func stopTwice() async throws {
        let scenario = Scenario().at(30_000, .stop)
        let outcome = try await scenario.at(30_100, .stop).run()
        #expect(try await scenario.run().log == outcome.log)
    }

    @Test("nothing starts after the session stops")
    func afterStop() async throws {
        let scenario = Scenario("file:1000000").at(30_000, .stop)
        let plain = try await scenario.run()
        let outcome = try await scenario.at(30_000, .seek(.seconds(1)))
            .push(30_010, .spot(1, frames: 4_800)).at(30_020, .unpause)
            .at(30_030, .play(source: "other")).run()
        #expect(outcome.sound == plain.sound)
        #expect(
            outcome.calls.filter { $0.hasPrefix("state") }
                == plain.calls.filter { $0.hasPrefix("state") })
    }

    @Test("M-report-finished-once: a spot that played to its end is finished, once")
    func finished() async throws {
        let outcome = try await Scenario().push(24_000, .spot(1, frames: 12_000)).run()
        #expect(
            outcome.adCalls == [
                "available", "started", "banner 1", "FINISHED 1", "no banner", "finished", "end",
            ])
    }

    @Test("a file that ends in a break lets the break play out")
    func endInBreak() async throws {
        let outcome = try await Scenario("file:30000").push(24_000, .spot(1, frames: 12_000)).run()
        #expect(outcome.sound.frameCount == 36_000)
        #expect(outcome.frames(of: "slot.completed") == [36_000])
        #expect(outcome.sound[24_384..<35_616] == Sound.spot(0.5, count: 35_616 - 24_384))
        #expect(outcome.adCalls.suffix(2) == ["finished", "end"])
    }

    @Test("a held file resumes after the break and ends with its last frame")
    func heldEnd() async throws {
        let outcome = try await Scenario("file:30000").policy(.hold)
            .push(24_000, .spot(1, frames: 12_000)).run()
        #expect(outcome.sound.frameCount == 42_000)
        #expect(outcome.sound[36_384..<42_000] == Sound.stream(24_384, count: 42_000 - 36_384))
    }

    @Test("the requested time ends a session in the middle of a spot")
    func duration() async throws {
        let outcome = try await Scenario(frames: 30_000).push(24_000, .spot(1, frames: 12_000))
            .run()
        #expect(outcome.sound.frameCount == 30_000)
        #expect(outcome.adCalls.suffix(4) == ["ABORTED 1", "no banner", "finished", "end"])
        #expect(outcome.end == .asked)
    }

    @Test("a stop just before the requested time does not extend it")
    func stopNearDuration() async throws {
        let outcome = try await Scenario(frames: 30_000).at(29_900, .stop).run()
        #expect(outcome.sound.frameCount == 30_000)
    }

    @Test(
        "a live stream that is lost for good plays to the end of what arrived",
        .timeLimit(.minutes(1)))
    func givenUp() async throws {
        let count = 3 * FrameTime.rate
        let bytes = WAVBytes.header() + WAVBytes.body(MadeStreams.index[..<(2 * count)])
        let server = FaultServer { _, index in
            guard index == 0 else { return [.reset] }
            return [.head("200 OK", "Content-Type: audio/wav", "icy-name: test"), .send(bytes)]
        }
        defer { server.stop() }
        let outcome = try await PlayedSource(server.address("/live")).run()
        #expect(outcome.sound == Sound.stream(0, count: count))
        #expect(outcome.failureKind == .unreachable, "\(outcome.end)")
        #expect(outcome.frames(of: "session.lost").count == 1, "\(outcome.log)")
    }

    @Test("a missing stream ends the session with the reason")
    func missing() async throws {
        let outcome = try await Scenario("nowhere").run()
        #expect(
            outcome.end == .failed(SessionFailure(.missing, "nowhere: there is no such stream")))
        #expect(outcome.frames(of: "session.failed") == [0])
        #expect(outcome.calls.last == "end")
    }
}
