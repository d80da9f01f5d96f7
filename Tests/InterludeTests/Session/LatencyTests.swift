import AdPlayback
import Advertising
import Interlude
import MediaTime
import Testing

@Suite("The latency record of a break")
struct LatencyTests {
    @Test("is written for a break whose only spot fails in its midst")
    func failsMidway() {
        var sitting = Sitting()
        sitting.take(.heard(FrameTime(24_000), liveEdge: FrameTime(72_000)))
        sitting.take(.command(.push([.spot(1, frames: 12_000)])))
        sitting.take(.advertisements(.spotConnected(PlayToken(1))))
        sitting.take(.advertisements(.spotLoaded(PlayToken(1), frameCount: 12_000)))
        sitting.take(.heard(FrameTime(30_000), liveEdge: FrameTime(78_000)))
        sitting.take(.advertisements(.watchdog(PlayToken(1), .play)))
        sitting.take(.heard(FrameTime(48_000), liveEdge: FrameTime(96_000)))
        #expect(sitting.frames(of: "slot.failed") == [30_000])
        #expect(sitting.frames(of: "stream.resumed") == [30_000])
        #expect(sitting.frames(of: "latency") == [30_000])
    }

    @Test("counts no spot that failed before it was heard", arguments: [1, 3])
    func failsUnheard(count: Int) async throws {
        let broken = (1...count).map { Advertisement.broken($0) }
        let outcome = try await Course()
            .at(24_000, .push([.spot(9, frames: 4_800)] + broken + [.spot(10, frames: 4_800)]))
            .run()
        #expect(outcome.frames(of: "latency") == [33_600])
        #expect(outcome.values("gaps", of: "latency") == ["[0]"])
        #expect(outcome.values("adToStream", of: "latency") == ["0"])
        let silent = try await Course().at(24_000, .push(broken)).run()
        #expect(silent.frames(of: "latency").isEmpty)
    }
}
