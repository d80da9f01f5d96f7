import MediaTime
import Playout
import Testing

@Suite("Joints of a timeline")
struct JointTests {
    private let spot = Voice.spot(token: 1)

    @Test(
        "a spot that becomes the last one as it ends fades out from its current gain",
        arguments: [1, 2, 100, 383, 384, 385])
    func lateEnd(remaining: Int) {
        var drawing = Drawing()
        drawing.at(24_000) { $0.spots = [.spot(1, 24_000..<36_000), .spot(2, 36_000..<48_000)] }
        let change = 36_000 - remaining
        drawing.at(change) { $0.spots = [.spot(1, 24_000..<36_000)] }
        #expect(drawing.gain(of: spot, at: change - 1) == 1)
        #expect(drawing.gain(of: spot, at: change) == 1)
        let steepest = 1.571 / Float(min(remaining, Drawing.fade))
        for frame in change..<36_000 {
            let step = drawing.gain(of: spot, at: frame) - drawing.gain(of: spot, at: frame + 1)
            #expect(step >= 0 && step <= steepest)
        }
    }

    @Test("the limiter is active while a volume above 1 goes down, and no longer")
    func lowered() {
        var drawing = Drawing { $0.volume = 2 }
        drawing.at(24_000) { $0.volume = 1 }
        #expect(drawing.limited(before: 96_000) == [0..<24_384])
        drawing.at(48_000) { $0.volume = 1.5 }
        drawing.at(72_000) { $0.volume = 0.5 }
        #expect(drawing.limited(before: 96_000) == [0..<24_384, 48_000..<72_384])
    }

    @Test("the limiter is active while a raised spot fades out for good")
    func raisedAndGone() {
        var drawing = Drawing { $0.volume = 2 }
        drawing.at(24_000) { $0.programme?.state = .waiting }
        #expect(drawing.limited(before: 96_000) == [0..<24_384])
        drawing.at(48_000) { $0.volume = 1 }
        drawing.at(72_000) { $0.programme?.state = .playing }
        #expect(drawing.limited(before: 96_000) == [0..<24_384])
    }

    @Test("a held stream leaves once, with no more than its own gain")
    func heldOnce() {
        var drawing = Drawing { $0.underSpots = .held }
        drawing.at(24_000) { $0.spots = [.spot(1, 24_000..<36_000)] }
        for frame in 24_000..<24_384 {
            #expect(abs(drawing.gain(at: frame) - 1) < 1e-5)
        }
        #expect(drawing.limited(before: 96_000).isEmpty)
    }

    @Test("a stream whose ducked break is cut in its release is back after a fade")
    func releaseCutShort() {
        var drawing = Drawing {
            $0.underSpots = .ducked(gain: 0.2, attackFrameCount: 7_200, releaseFrameCount: 28_800)
        }
        drawing.at(24_000) { $0.spots = [.spot(1, 24_000..<120_000)] }
        drawing.at(96_000) { $0.spots = [] }
        #expect(drawing.gain(of: Drawing.stream, at: 96_384) == 1)
    }

    @Test(
        "a stream that is leaving is gone when it would have been, whichever spot begins meanwhile")
    func leavingOnce() {
        var drawing = Drawing()
        drawing.at(24_000) { $0.spots = [.spot(1, 24_000..<48_000)] }
        drawing.at(24_100) { $0.spots = [.spot(2, 24_100..<48_000)] }
        #expect(drawing.gain(of: Drawing.stream, at: 24_380) > 0)
        #expect(drawing.gain(of: Drawing.stream, at: 24_384) == 0)
    }

    /// A live stream that jumps at 24000, and is laid out again at `frames`.
    private static func crossing(
        _ frames: Int..., change: @escaping (inout Arrangement) -> Void = { _ in }
    ) -> Drawing {
        var drawing = Drawing()
        for frame in [24_000] + frames {
            drawing.at(frame) {
                $0.programme?.voice = other
                if frame == 24_000 { $0.programme?.position = FrameTime(480_000) }
                $0.programme?.entry = .crossfade(frameCount: 2400)
                change(&$0)
            }
        }
        return drawing
    }

    private static let other = Voice.stream(generation: 2)

    @Test("two places of a live stream crossfade in 50 ms, even if something changes meanwhile")
    func crossing() {
        for drawing in [Self.crossing(), Self.crossing(24_100, 26_000)] {
            for frame in 23_900..<26_500 { #expect(abs(drawing.gain(at: frame) - 1) < 1e-5) }
            #expect(abs(drawing.gain(of: Self.other, at: 25_200) - 0.5) < 1e-3)
            #expect(drawing.gain(of: Drawing.stream, at: 26_399) > 0)
            #expect(drawing.gain(of: Drawing.stream, at: 26_400) == 0)
            #expect(drawing.limited(before: 96_000).isEmpty)
        }
    }

    @Test("a stream that jumps into a break, or stops there, leaves with its usual fade")
    func notCrossing() {
        let spot = Self.crossing { $0.spots = [.spot(1, 24_000..<48_000)] }
        #expect(spot.gain(of: Drawing.stream, at: 24_384) == 0)
        #expect(spot.gain(of: Self.other, at: 48_384) == 1)
        let stopped = Self.crossing { $0.programme?.state = .waiting }
        #expect(stopped.gain(of: Drawing.stream, at: 24_384) == 0)
    }
}
