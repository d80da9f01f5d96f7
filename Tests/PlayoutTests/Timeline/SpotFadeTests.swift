import MediaTime
import Playout
import Testing

@Suite("A spot with a fade-out of its own")
struct SpotFadeTests {
    private static let one = Voice.spot(token: 1)
    private static let two = Voice.spot(token: 2)

    /// Spot `number` in the output frames of `range`, which fades out from `fadeStart` on.
    private static func spot(
        _ number: UInt64, _ range: Range<Int>, fadingFrom fadeStart: Int64?
    ) -> Arrangement.PlacedSpot {
        var spot = Arrangement.PlacedSpot.spot(number, range)
        spot.fadeStart = fadeStart.map(FrameTime.init)
        return spot
    }

    @Test("fades from there up to its end, whatever else is laid out meanwhile")
    func whole() {
        var drawing = Drawing()
        drawing.at(24_000) { $0.spots = [Self.spot(1, 24_000..<72_000, fadingFrom: 48_000)] }
        drawing.at(30_000) { _ in }
        drawing.at(60_000) { _ in }
        #expect(drawing.gain(of: Self.one, at: 48_000) == 1)
        #expect(drawing.gain(of: Self.one, at: 60_000) == 0.5)
        // A raised cosine.
        #expect(abs(drawing.gain(of: Self.one, at: 66_000) - 0.146_447) < 1e-6)
        #expect(drawing.gain(of: Drawing.stream, at: 72_000) == 0)
        #expect(drawing.gain(of: Drawing.stream, at: 72_384) == 1)
    }

    @Test("fades from now on if it is cut to an end whose fade would have begun already")
    func late() {
        var drawing = Drawing()
        drawing.at(24_000) { $0.spots = [.spot(1, 24_000..<96_000)] }
        drawing.at(60_000) { $0.spots = [Self.spot(1, 24_000..<72_000, fadingFrom: 48_000)] }
        #expect(drawing.gain(of: Self.one, at: 60_000) == 1)
        #expect(drawing.gain(of: Self.one, at: 66_000) == 0.5)
        #expect(drawing.gain(of: Self.one, at: 71_999) < 0.001)
    }

    @Test(
        "has it at the end of its break only",
        arguments: [(36_000, nil, 1), (nil, 60_000, 0.5)] as [(Int64?, Int64?, Float)])
    func last(first: Int64?, second: Int64?, gain: Float) {
        var drawing = Drawing()
        drawing.at(24_000) {
            $0.spots = [
                Self.spot(1, 24_000..<48_000, fadingFrom: first),
                Self.spot(2, 48_000..<72_000, fadingFrom: second),
            ]
        }
        #expect(drawing.gain(of: Self.one, at: 47_999) == 1)
        #expect(drawing.gain(of: Self.two, at: 60_000) == 1)
        #expect(drawing.gain(of: Self.two, at: 66_000) == gain)
    }
}
