import MediaTime
import Playout
import Testing

/// Two spots of 24000 frames, heard together from 38400 to 48000.
@Suite("E8: spots that overlap")
struct CrossfadeTests {
    private static let one = Voice.spot(token: 1)
    private static let two = Voice.spot(token: 2)
    private static let overlap = 38_400..<48_000
    private static let both = [
        Arrangement.PlacedSpot.spot(1, 24_000..<48_000), .spot(2, 38_400..<62_400),
    ]

    /// The stream and both spots, laid out at 24000 and again at `frames`, each time changed by
    /// `change`.
    private static func drawing(
        _ frames: Int..., change: (inout Arrangement) -> Void = { _ in }
    ) -> Drawing {
        var drawing = Drawing()
        drawing.at(24_000) { $0.spots = both }
        for frame in frames { drawing.at(frame, change) }
        return drawing
    }

    /// The greatest change of the gain of one of the spots from a frame to the next one.
    private func steepest(_ drawing: Drawing) -> Float {
        [Self.one, Self.two].flatMap { spot in
            (24_384..<62_016).map { frame in
                abs(drawing.gain(of: spot, at: frame + 1) - drawing.gain(of: spot, at: frame))
            }
        }.max() ?? 0
    }

    @Test("crossfade with equal power, once, whatever else is laid out meanwhile")
    func power() {
        for drawing in [
            Self.drawing(), Self.drawing(30_000, 38_400), Self.drawing(38_401, 43_200, 47_999),
        ] {
            for frame in Self.overlap {
                let gains = [Self.one, Self.two].map { drawing.gain(of: $0, at: frame) }
                #expect(abs(gains[0] * gains[0] + gains[1] * gains[1] - 1) < 1e-6)
            }
            #expect(drawing.gain(of: Self.one, at: 38_400) == 1)
            #expect(drawing.gain(of: Self.two, at: 38_400) == 0)
            #expect(abs(drawing.gain(of: Self.one, at: 43_200) - Float(0.5).squareRoot()) < 1e-6)
            #expect(drawing.gain(of: Self.one, at: 48_000) == 0)
            #expect(drawing.gain(of: Self.two, at: 48_000) == 1)
        }
    }

    @Test("are one break for the stream, which fades at its edges only")
    func stream() {
        let drawing = Self.drawing()
        #expect(drawing.arrangement.breaks.map(\.count) == [38_400])
        for frame in [24_384, 40_000, 48_000, 62_400] {
            #expect(drawing.gain(of: Drawing.stream, at: frame) == 0)
        }
        #expect(drawing.gain(of: Drawing.stream, at: 62_784) == 1)
        #expect(drawing.gain(of: Self.two, at: 62_016) == 1)
        #expect(drawing.gain(of: Self.two, at: 62_400) == 0)
    }

    @Test("are limited while they are heard together, which may be louder than one of them")
    func limited() {
        #expect(Self.drawing().limited(before: 96_000) == [Self.overlap])
    }

    @Test("if the first one is cut, give way within a plain fade", arguments: [40_000, 43_200])
    func firstIsCut(frame: Int) {
        let drawing = Self.drawing(frame, frame + 100) { $0.spots = [Self.both[1]] }
        #expect(drawing.gain(of: Self.one, at: frame + 383) > 0)
        #expect(drawing.gain(of: Self.one, at: frame + 384) == 0)
        #expect(drawing.gain(of: Self.two, at: frame + 384) == 1)
        #expect(steepest(drawing) < 1.6 / 384)
    }

    @Test("if the second one is cut, leave the first one to fade out up to its end")
    func secondIsCut() {
        let drawing = Self.drawing(43_200) { $0.spots = [Self.both[0]] }
        #expect(drawing.gain(of: Self.two, at: 43_584) == 0)
        #expect(
            drawing.gain(of: Self.one, at: 45_600) == Self.drawing().gain(of: Self.one, at: 45_600))
        #expect(drawing.gain(of: Drawing.stream, at: 48_384) == 1)
        #expect(steepest(drawing) < 1.6 / 384)
    }

    @Test("if another one joins the first one, let it be heard whole again")
    func secondIsReplaced() {
        let drawing = Self.drawing(43_200) { $0.spots = [Self.both[0], .spot(3, 48_000..<62_400)] }
        #expect(drawing.gain(of: Self.one, at: 43_584) == 1)
        #expect(drawing.gain(of: Self.one, at: 47_999) == 1)
        #expect(drawing.gain(of: .spot(token: 3), at: 48_000) == 1)
        #expect(drawing.limited(before: 96_000) == [38_400..<43_584])
    }

    @Test("if the second one was to begin already, come in from nothing at the later frame")
    func secondIsMoved() {
        var drawing = Drawing()
        drawing.at(24_000) { $0.spots = [.spot(2, 24_000..<48_000)] }
        drawing.at(24_000) { $0.spots = [.spot(1, 24_000..<48_000), .spot(2, 38_400..<62_400)] }
        #expect(drawing.gain(of: Self.two, at: 38_400) == 0)
        #expect(drawing.gain(of: Self.two, at: 48_000) == 1)
        #expect(steepest(drawing) < 1.6 / 384)
    }

    @Test("leave the first one whole until another one begins that comes in place of the second")
    func secondIsExchanged() {
        let drawing = Self.drawing(30_000) { $0.spots = [Self.both[0], .spot(3, 43_200..<62_400)] }
        #expect(drawing.gain(of: Self.one, at: 30_000) == 1)
        #expect(drawing.gain(of: Self.one, at: 43_200) == 1)
        #expect(steepest(drawing) < 1.6 / 4800)
    }

    @Test("leave the first one whole until the second one begins, where a plain fade is longer")
    func longFade() {
        var drawing = Drawing(fade: 9600)
        drawing.at(24_000) { $0.spots = [.spot(1, 24_000..<48_000)] }
        drawing.at(36_000) { $0.spots = [.spot(1, 24_000..<48_000), .spot(2, 43_200..<67_200)] }
        #expect(drawing.gain(of: Self.one, at: 36_000) == 1)
        #expect(drawing.gain(of: Self.one, at: 43_200) == 1)
        #expect(drawing.gain(of: Self.one, at: 48_000) == 0)
    }

    @Test("keep the fade at the end of the break that the second one has begun")
    func shortSecond() {
        var drawing = Drawing(fade: 9600)
        drawing.at(24_000) { $0.spots = [.spot(1, 24_000..<48_000), .spot(2, 45_600..<50_400)] }
        let plain = drawing
        drawing.at(46_000) { _ in }
        for frame in 45_600..<50_400 {
            #expect(
                drawing.gain(of: Self.two, at: frame) == plain.gain(of: Self.two, at: frame))
        }
    }

    @Test("no longer fade if the second one is dropped before it is heard")
    func secondIsDropped() {
        let drawing = Self.drawing(30_000) { $0.spots = [Self.both[0]] }
        #expect(drawing.gain(of: Self.one, at: 47_616) == 1)
        #expect(drawing.gain(of: Self.one, at: 48_000) == 0)
        #expect(drawing.limited(before: 96_000).isEmpty)
    }

    @Test("never step if an end moves meanwhile", arguments: [44_000, 47_000, 50_000])
    func moved(end: Int) {
        let drawing = Self.drawing(40_000, 42_000) {
            $0.spots = [.spot(1, 24_000..<end), Self.both[1]]
        }
        #expect(drawing.gain(of: Self.one, at: end - 1) < 0.01)
        #expect(drawing.gain(of: Self.two, at: end) == 1)
        #expect(steepest(drawing) < 0.001)
    }

    @Test("keep their power if the end of the first one moves meanwhile, again and again")
    func movedPower() {
        var drawing = Self.drawing()
        for (frame, end) in [(40_000, 47_000), (46_000, 52_000), (46_100, 50_000)] {
            drawing.at(frame) { $0.spots = [.spot(1, 24_000..<end), Self.both[1]] }
        }
        for frame in 38_400..<50_000 {
            let gains = [Self.one, Self.two].map { drawing.gain(of: $0, at: frame) }
            #expect(abs(gains[0] * gains[0] + gains[1] * gains[1] - 1) < 1e-3)
        }
        #expect(drawing.gain(of: Self.two, at: 50_000) == 1)
        #expect(steepest(drawing) < 0.002)
    }

    @Test("crossfade from the present gain if the second one comes as the first one ends")
    func late() {
        var drawing = Drawing()
        drawing.at(24_000) { $0.spots = [.spot(1, 24_000..<48_000)] }
        drawing.at(47_800) { $0.spots = [.spot(1, 24_000..<48_000), .spot(2, 47_800..<62_400)] }
        #expect(drawing.gain(of: Self.one, at: 47_800) < 1)
        #expect(drawing.gain(of: Self.one, at: 48_000) == 0)
        #expect(drawing.gain(of: Self.two, at: 47_800) == 0)
        #expect(drawing.gain(of: Self.two, at: 48_000) == 1)
        #expect(steepest(drawing) < 1.6 / 200)
    }

    @Test("have the volume of ads, which changes in both alike")
    func volume() {
        let drawing = Self.drawing(43_200) { $0.adVolume = 0.5 }
        let plain = Self.drawing()
        for spot in [Self.one, Self.two] {
            let gain = plain.gain(of: spot, at: 45_000)
            #expect(abs(drawing.gain(of: spot, at: 45_000) - gain / 2) < 1e-6)
        }
        #expect(steepest(drawing) < 1.6 / 384)
    }
}
