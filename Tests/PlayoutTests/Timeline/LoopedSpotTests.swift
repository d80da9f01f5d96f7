import MediaTime
import Playout
import Testing

@Suite("E15: a spot that is heard over and over")
struct LoopedSpotTests {
    private static let slate = Voice.spot(token: 1)

    /// A spot of 24 000 frames that fills output frames 10 000 to 70 000.
    private static let looped = {
        var spot = Arrangement.PlacedSpot.spot(1, 10_000..<70_000)
        spot.turnFrameCount = 24_000
        return spot
    }()

    /// The output frames of each clip of the spot from `frame` on, and its first frame.
    private func turns(_ drawing: Drawing, from frame: Int64 = 0) -> [[Int64]] {
        drawing.timeline.clips.filter { $0.voice == Self.slate && $0.output.start.frames >= frame }
            .map { [$0.output.start.frames, $0.output.end.frames, $0.sourceStart.frames] }
    }

    @Test("begins again where its sound ends, and is cut at the end of its range")
    func turns() {
        var drawing = Drawing()
        drawing.at(0) { $0.spots = [Self.looped] }
        #expect(
            turns(drawing) == [[10_000, 34_000, 0], [34_000, 58_000, 0], [58_000, 70_000, 0]])
        #expect(drawing.gain(of: Self.slate, at: 33_999) == 1)
        #expect(drawing.gain(of: Self.slate, at: 34_000) == 1)
        #expect(drawing.gain(of: Self.slate, at: 69_808) == 0.5)
        #expect(drawing.limited(before: 200_000).isEmpty)
    }

    @Test("goes on where it was when it is laid out again, for a longer time or a shorter one")
    func again() {
        var drawing = Drawing()
        drawing.at(0) { $0.spots = [Self.looped] }
        drawing.at(40_000) { arrangement in
            var longer = Self.looped
            longer.range.end = FrameTime(90_000)
            arrangement.spots = [longer]
        }
        #expect(
            turns(drawing, from: 40_000)
                == [[40_000, 58_000, 6_000], [58_000, 82_000, 0], [82_000, 90_000, 0]])
        #expect(drawing.gain(of: Self.slate, at: 69_808) == 1)
    }

    @Test("fades out across the end of a turn when it is cut there")
    func cut() {
        var drawing = Drawing()
        drawing.at(0) { $0.spots = [Self.looped] }
        drawing.at(33_900) { $0.spots = [] }
        #expect(
            turns(drawing, from: 33_900) == [[33_900, 34_000, 23_900], [34_000, 34_284, 0]])
        #expect(drawing.gain(of: Self.slate, at: 34_092) == 0.5)
        #expect(drawing.gain(of: Drawing.stream, at: 34_092) == 0.5)
    }

    @Test("may have turns of a single frame, and is heard once if it has none")
    func shortest() {
        for (frameCount, expected) in [
            (1, [[10_000, 10_001, 0], [10_001, 10_002, 0]]), (0, [[10_000, 10_002, 0]]),
        ] as [(Int, [[Int64]])] {
            var drawing = Drawing()
            drawing.at(0) {
                var spot = Arrangement.PlacedSpot.spot(1, 10_000..<10_002)
                spot.turnFrameCount = frameCount
                $0.spots = [spot]
            }
            #expect(turns(drawing) == expected)
        }
    }
}
