import MediaTime
import Playout
import Testing

@Suite("A spot's own gain")
struct SpotGainTests {
    private static let one = Voice.spot(token: 1)
    private static let two = Voice.spot(token: 2)

    private func spots(_ gains: Float...) -> [Arrangement.PlacedSpot] {
        gains.enumerated().map { index, gain in
            var spot = Arrangement.PlacedSpot.spot(
                UInt64(index + 1), 24_000 * (index + 1)..<24_000 * (index + 2))
            spot.gain = gain
            return spot
        }
    }

    @Test("applies to all of it, under the volume, from one layout to the next")
    func constant() {
        var drawing = Drawing { $0.volume = 0.5 }
        drawing.at(24_000) { $0.spots = spots(2, 0.25) }
        drawing.at(30_000) { $0.volume = 1 }
        #expect(drawing.gain(of: Self.one, at: 25_000) == 1)
        #expect(drawing.gain(of: Self.one, at: 40_000) == 2)
        #expect(drawing.gain(of: Self.two, at: 48_000) == 0.25)
        #expect(drawing.gain(of: Self.two, at: 71_616) == 0.25)
        #expect(drawing.gain(of: Self.two, at: 72_000) == 0)
    }

    @Test("E11: is under the volume of ads, which changes by a ramp and leaves the stream alone")
    func adVolume() {
        var drawing = Drawing {
            $0.volume = 0.5
            $0.adVolume = 0.5
        }
        drawing.at(24_000) { $0.spots = spots(2, 1) }
        drawing.at(30_000) { $0.adVolume = 1 }
        #expect(drawing.gain(of: Self.one, at: 25_000) == 0.5)
        #expect(drawing.gain(of: Self.one, at: 30_000) == 0.5)
        #expect(drawing.gain(of: Self.one, at: 30_192) == 0.75)
        #expect(drawing.gain(of: Self.one, at: 30_384) == 1)
        #expect(drawing.gain(of: Self.two, at: 50_000) == 0.5)
        #expect(drawing.gain(of: Drawing.stream, at: 100_000) == 0.5)
    }

    @Test("stays with it when it is cut and fades out")
    func cut() {
        var drawing = Drawing()
        drawing.at(24_000) { $0.spots = spots(0.5) }
        drawing.at(30_000) { $0.spots = [] }
        #expect(drawing.gain(of: Self.one, at: 30_000) == 0.5)
        #expect(drawing.gain(of: Self.one, at: 30_192) == 0.25)
    }

    @Test("limits the spot if it raises it, and no other")
    func raised() {
        var drawing = Drawing()
        drawing.at(24_000) { $0.spots = spots(1, 1.5, 0.5) }
        let limited = drawing.limited(before: 200_000)
        #expect(limited == [48_000..<72_000])
    }

    @Test("has the limiter active in all of a break if configured, and no further")
    func everywhere() {
        var drawing = Drawing { $0.spotLimit = .everywhere }
        #expect(drawing.limited(before: 200_000).isEmpty)
        drawing.at(24_000) { $0.spots = spots(1, 0.5) }
        #expect(drawing.limited(before: 200_000) == [24_000..<72_000])
        drawing.at(30_000) { $0.spots = [] }
        #expect(drawing.limited(before: 200_000) == [24_000..<30_384])
    }
}
