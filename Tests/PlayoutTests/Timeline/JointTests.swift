import MediaTime
import Playout
import Testing

@Suite("Joints of a timeline")
struct JointTests {
    private let spot = Voice.spot(token: 1)

    @Test(
        "a spot that becomes the last one as it ends fades out from the gain that it has",
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

    @Test("the limiter works while a volume above 1 goes down, and no longer")
    func lowered() {
        var drawing = Drawing { $0.volume = 2 }
        drawing.at(24_000) { $0.volume = 1 }
        #expect(drawing.limited(before: 96_000) == [0..<24_384])
        drawing.at(48_000) { $0.volume = 1.5 }
        drawing.at(72_000) { $0.volume = 0.5 }
        #expect(drawing.limited(before: 96_000) == [0..<24_384, 48_000..<72_384])
    }

    @Test("the limiter works while what was raised fades away for good")
    func raisedAndGone() {
        var drawing = Drawing { $0.volume = 2 }
        drawing.at(24_000) { $0.programme?.state = .waiting }
        #expect(drawing.limited(before: 96_000) == [0..<24_384])
        drawing.at(48_000) { $0.volume = 1 }
        drawing.at(72_000) { $0.programme?.state = .playing }
        #expect(drawing.limited(before: 96_000) == [0..<24_384])
    }

    @Test("a held stream leaves once, under no more than its own gain")
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
}
