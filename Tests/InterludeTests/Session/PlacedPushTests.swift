import AdPlayback
import Advertising
import MediaTime
import Testing

@testable import Interlude

/// Pushes for a time of the stream, and for its end.
@Suite("A push for a place in the stream")
struct PlacedPushTests {
    private static let second = StreamPlace.time(.seconds(1))

    @Test("A1: begins at the frame of its stream time", arguments: ["live", "file:480000"])
    func exact(source: String) async throws {
        let outcome = try await Scenario(source, frames: 240_000)
            .at(0, .pushInStream([.spot(1, frames: 48_000)], at: Self.second)).run()
        #expect(outcome.frames(of: "slot.started") == [48_000])
        #expect(outcome.frames(of: "stream.muted") == [48_000])
        #expect(outcome.values("streamFrame", of: "stream.resumed") == ["96000"])
        #expect(try outcome.replayed() == outcome.log)
    }

    @Test("comes later by a pause, and waits on the far side of a seek back")
    func moved() async throws {
        let push = SessionCommand.pushInStream([.spot(1, frames: 4800)], at: .time(.seconds(3)))
        let paused = try await Scenario("file:480000", frames: 288_000).at(0, push)
            .at(24_000, .pause).at(48_000, .unpause).run()
        #expect(paused.frames(of: "slot.started") == [168_000])
        let back = try await Scenario("file:480000", frames: 384_000).at(0, push)
            .at(96_000, .seek(.seconds(1))).run()
        #expect(back.frames(of: "slot.started") == [192_000])
    }

    @Test("holds the stream if the session does so in its own breaks")
    func held() async throws {
        let outcome = try await Scenario("file:480000", frames: 240_000).policy(.hold)
            .at(0, .pushInStream([.spot(1, frames: 48_000)], at: Self.second)).run()
        #expect(outcome.frames(of: "stream.held") == [48_000])
        #expect(outcome.values("streamFrame", of: "stream.resumed") == ["48000"])
    }

    @Test("that comes too late is refused and logged")
    func late() async throws {
        let outcome = try await Scenario("file:480000", frames: 240_000)
            .at(144_000, .pushInStream([.spot(1, frames: 4800)], at: Self.second)).run()
        #expect(outcome.frames(of: "slot.started").isEmpty)
        #expect(outcome.values("reason", of: "break.dropped") == ["\"passed\""])
        #expect(
            outcome.values("reason", of: "session.warning")
                == ["\"the stream is at 3 s already; name a later time\""])
    }

    @Test("that a seek passes is not heard, also if its spots are loaded")
    func passed() async throws {
        for second in [8, 18] {
            let outcome = try await Scenario("file:1440000", frames: 144_000)
                .at(0, .pushInStream([.spot(1, frames: 4800)], at: .time(.seconds(second))))
                .at(24_000, .seek(.seconds(25))).run()
            #expect(outcome.frames(of: "slot.started").isEmpty)
        }
    }

    @Test("is dropped with the waiting spots, or alone by its id")
    func ignored() async throws {
        let push = SessionCommand.pushInStream(
            [.spot(7, frames: 4800), .spot(8, frames: 4800)], at: .time(.seconds(15)))
        let all = try await Scenario("file:1440000", frames: 960_000).at(0, push)
            .at(24_000, .ignoreAdvertisements).run()
        #expect(all.values("reason", of: "break.dropped") == ["\"ignored\""])
        #expect(all.frames(of: "slot.started").isEmpty)
        let one = try await Scenario("file:1440000", frames: 960_000).at(0, push)
            .at(24_000, .ignoreAdvertisement(id: 7)).run()
        #expect(one.values("spot", of: "slot.started") == ["8"])
        #expect(one.frames(of: "slot.started") == [720_000])
    }

    @Test("does not keep a queued spot from being dropped by its id")
    func otherIgnored() async throws {
        let push = SessionCommand.pushInStream([.spot(7, frames: 4800)], at: .time(.seconds(15)))
        let outcome = try await Scenario("file:1440000", frames: 960_000).at(0, push)
            .push(12_000, .spot(1, frames: 48_000), .spot(2, frames: 4800))
            .at(24_000, .ignoreAdvertisement(id: 2)).run()
        #expect(outcome.values("spot", of: "slot.started") == ["1", "7"])
    }

    @Test("is answered for if the fade at the end would hand it over")
    func stopped() async throws {
        let outcome = try await Scenario("file:1440000", frames: 960_000)
            .at(0, .pushInStream([.spot(1, frames: 4800)], at: .time(.seconds(12))))
            .at(95_900, .stop).run()
        #expect(outcome.frames(of: "session.stopped").count == 1)
        #expect(outcome.values("reason", of: "break.dropped") == ["\"stopped\""])
    }

    @Test("A22: at the end of a file is heard after its last frame, and then the session ends")
    func end() async throws {
        let outcome = try await Scenario("file:96000", frames: 480_000)
            .at(0, .pushInStream([.spot(1, frames: 48_000)], at: .end)).run()
        #expect(outcome.frames(of: "slot.started") == [96_000])
        #expect(outcome.frames(of: "slot.completed") == [144_000])
        #expect(outcome.frames(of: "session.stopped") == [144_000])
        #expect(outcome.sound[0..<95_000] == Sound.stream(0, count: 95_000))
        #expect(outcome.sound[97_000..<143_000] == Sound.spot(0.5, count: 46_000))
    }

    @Test("A22: at the end of a live stream is not heard while that has none")
    func live() async throws {
        let outcome = try await Scenario("live", frames: 192_000)
            .at(0, .pushInStream([.spot(1, frames: 4800)], at: .end)).run()
        #expect(outcome.frames(of: "slot.started").isEmpty)
        #expect(outcome.values("reason", of: "break.dropped") == ["\"stopped\""])
    }

    @Test("A22: at the end of a live stream is refused once the stream is known to be live")
    func liveRefused() async throws {
        let outcome = try await Scenario("live", frames: 192_000)
            .at(24_000, .pushInStream([.spot(1, frames: 4800)], at: .end)).run()
        #expect(outcome.values("reason", of: "break.dropped") == ["\"noEnd\""])
    }

    @Test("is known before it begins")
    func known() {
        var machine = SessionMachine(SessionConfiguration(source: "live"))
        _ = machine.receive(.began)
        _ = machine.receive(
            .command(.pushInStream([.spot(1, frames: 100)], at: .time(.seconds(60)))))
        #expect(machine.comingBreaks(at: .zero) == [ComingBreak(in: .seconds(60), spotCount: 1)])
    }

    @Test("D13: is known along with the pods of the stream's schedule, in the stream's order")
    func knownBesidePods() {
        var machine = SessionMachine(SessionConfiguration(source: "live"))
        _ = machine.receive(.began)
        _ = machine.receive(
            .command(.pushInStream([.spot(1, frames: 100)], at: .time(.seconds(60)))))
        let pods = [0, 30, 90].map { second in
            let range = FrameRange(FrameTime(.seconds(second)), count: FrameTime.rate)
            return TruexPod(
                id: "\(second)", range: range, slotType: .midroll,
                ads: [.init(range: range, kind: .linear), .init(range: range, kind: .linear)])
        }
        _ = machine.receive(.truex(.pods(pods)))
        let expected = [(30, 2), (60, 1), (90, 2)].map { second, count in
            ComingBreak(in: .seconds(second), spotCount: count)
        }
        #expect(machine.comingBreaks(at: .zero) == expected)
    }
}
