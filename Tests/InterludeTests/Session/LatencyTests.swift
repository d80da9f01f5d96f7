import AdPlayback
import Advertising
import Interlude
import MediaTime
import Testing

@Suite("The latency record of a break")
struct LatencyTests {
    @Test("is written for a break whose only spot fails partway")
    func failsMidway() {
        var session = SessionHarness()
        session.take(.heard(FrameTime(24_000), liveEdge: FrameTime(72_000)))
        session.take(.command(.push([.spot(1, frames: 12_000)])))
        session.take(.advertisements(.spotConnected(PlayToken(1))))
        session.take(.advertisements(.spotLoaded(PlayToken(1), frameCount: 12_000)))
        session.take(.heard(FrameTime(30_000), liveEdge: FrameTime(78_000)))
        session.take(.advertisements(.watchdog(PlayToken(1), .play)))
        session.take(.heard(FrameTime(48_000), liveEdge: FrameTime(96_000)))
        #expect(session.frames(of: "slot.failed") == [30_000])
        #expect(session.frames(of: "stream.resumed") == [30_000])
        #expect(session.frames(of: "latency") == [30_000])
    }

    @Test("counts no spot that failed before it was heard", arguments: [1, 3])
    func failsUnheard(count: Int) async throws {
        let broken = (1...count).map { Advertisement.broken($0) }
        let outcome = try await Scenario()
            .at(24_000, .push([.spot(9, frames: 4_800)] + broken + [.spot(10, frames: 4_800)]))
            .run()
        #expect(outcome.frames(of: "latency") == [33_600])
        #expect(outcome.values("gaps", of: "latency") == ["[0]"])
        #expect(outcome.values("adToStream", of: "latency") == ["0"])
        let silent = try await Scenario().at(24_000, .push(broken)).run()
        #expect(silent.frames(of: "latency").isEmpty)
    }

    @Test("is written when a stream that ran dry under the spot is back")
    func starved() {
        var session = SessionHarness()
        session.hear(24_000)
        session.command(.push([.spot(1, frames: 12_000)]))
        session.take(.advertisements(.spotLoaded(PlayToken(1), frameCount: 12_000)))
        session.hear(30_000)
        session.take(.starved(at: FrameTime(30_000), sourceFrame: FrameTime(30_000)))
        session.hear(40_800)
        session.take(.source(generation: 1, .ready))
        session.hear(60_000)
        #expect(session.frames(of: "session.playing") == [0, 40_800])
        #expect(session.frames(of: "stream.muted") == [24_000])
        #expect(session.frames(of: "stream.resumed") == [40_800])
        #expect(session.frames(of: "latency") == [40_800])
        let record = session.records.first { $0.event == "latency" }
        #expect(record?.json["adToStream"]?.description == "100")
    }

    @Test(
        "is written for each of two breaks, whether they touch or not",
        arguments: [(0, ["null", "0"]), (2400, ["0", "0"])])
    func oneAfterTheOther(loading frameCount: Int, adToStream: [String]) async throws {
        let outcome = try await Scenario().loading(frames: frameCount)
            .push(24_000, .spot(1, frames: 12_000))
            .push(36_000 + frameCount, .spot(2, frames: 12_000)).run()
        #expect(
            outcome.frames(of: "break.ended") == [36_000 + frameCount, 48_000 + 2 * frameCount])
        #expect(outcome.values("break", of: "latency") == ["1", "2"])
        #expect(outcome.values("adToStream", of: "latency") == adToStream)
        #expect(try outcome.replayed() == outcome.log)
    }

    @Test("is written even if the stream does not return because it ended or was stopped")
    func notBack() async throws {
        let over = try await Scenario("file:30000").push(24_000, .spot(1, frames: 12_000)).run()
        #expect(over.frames(of: "latency") == [36_000])
        #expect(over.values("adToStream", of: "latency") == ["null"])
        let stopped = try await Scenario().push(24_000, .spot(1, frames: 12_000))
            .at(30_000, .stop).run()
        #expect(stopped.values("break", of: "latency") == ["1"])
        #expect(stopped.log.last?.contains("session.stopped") == true)
    }

    @Test("counts the gaps after the stream returns in the middle of the break")
    func gap() async throws {
        let outcome = try await Scenario().loading(frames: 24_000)
            .push(12_000, .spot(1, frames: 4_800)).push(30_000, .spot(2, frames: 4_800)).run()
        #expect(outcome.frames(of: "slot.started") == [36_000, 54_000])
        #expect(outcome.values("gaps", of: "latency") == ["[275]"])
        #expect(outcome.frames(of: "latency") == [58_800])
    }
}
