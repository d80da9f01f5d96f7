import MediaTime
import Playout
import Testing

@Suite("A stream that stops at a frame")
struct StopTests {
    /// A stream that stops at programme frame 36000, laid out by `change` at output frame 0.
    private static func stopping(_ change: (inout Arrangement) -> Void = { _ in }) -> Drawing {
        Drawing {
            $0.programme?.stop = FrameTime(36_000)
            change(&$0)
        }
    }

    /// The last output frame in which the stream is heard or could be.
    private static func end(of drawing: Drawing) -> Int64? {
        drawing.timeline.clips.filter { $0.voice == Drawing.stream }.map(\.output.end.frames).max()
    }

    @Test("plays up to it, and fades out with what follows")
    func stops() {
        let drawing = Self.stopping()
        #expect(drawing.gain(of: Drawing.stream, at: 35_999) == 1)
        #expect(drawing.gain(of: Drawing.stream, at: 36_000) == 1)
        #expect(abs(drawing.gain(of: Drawing.stream, at: 36_192) - 0.5) < 1e-3)
        #expect(Self.end(of: drawing) == 36_384)
        #expect(drawing.timeline.end(of: Drawing.stream)?.source == FrameTime(36_000))
    }

    @Test("does not play on when it is laid out again", arguments: [36_000, 36_100, 48_000])
    func stopped(frame: Int) {
        var drawing = Self.stopping()
        drawing.at(frame) {
            $0.programme?.position = FrameTime(36_000)
            $0.volume = 0.5
        }
        #expect(Self.end(of: drawing) == 36_384)
        #expect(drawing.gain(of: Drawing.stream, at: 48_001) == 0)
    }

    @Test(
        "does not come back after a break in which or at which it stops",
        arguments: Policy.allCases, [12_000, 36_000])
    func inBreak(policy: Policy, spot: Int) {
        var drawing = Self.stopping { $0.underSpots = policy.underSpots }
        drawing.at(6000) { $0.spots = [.spot(1, spot..<60_000)] }
        let isHeld = policy == .hold && spot < 36_000
        // A held stream stops as much later as the break is long.
        #expect((Self.end(of: drawing) ?? 0) <= (isHeld ? 84_384 : 36_384))
        #expect(drawing.gain(of: Drawing.stream, at: 83_000) == (isHeld ? 1 : 0))
        #expect(drawing.timeline.end(of: Drawing.stream)?.source == FrameTime(36_000))
    }
}
