import Foundation
import MediaTime
import Testing

@testable import AudioMixing

@Suite("Ramp")
struct RampTests {
    @Test(
        "equals its end values outside of its range, and follows its curve inside",
        arguments: [Ramp.Curve.raisedCosine, .linear, .equalPower])
    func follows(curve: Ramp.Curve) {
        let ramp = Ramp(start: FrameTime(100), frameCount: 480, from: 0.25, to: 1, curve: curve)
        #expect(ramp.gain(at: FrameTime(-5)) == 0.25)
        #expect(ramp.gain(at: FrameTime(100)) == 0.25)
        #expect(ramp.gain(at: FrameTime(580)) == 1)
        #expect(ramp.gain(at: FrameTime(10_000)) == 1)
        for frame in 101..<580 {
            let place = Double(frame - 100) / 480
            let share =
                switch curve {
                case .raisedCosine: 0.5 - 0.5 * cos(Double.pi * place)
                case .linear: place
                case .equalPower: sin(Double.pi * place / 2)
                }
            let gain = Double(ramp.gain(at: FrameTime(Int64(frame))))
            #expect(abs(gain - (0.25 + 0.75 * share)) < 2e-7)
        }
    }

    @Test("follows its curve to a billionth", arguments: [Ramp.Curve.raisedCosine, .equalPower])
    func accuracy(curve: Ramp.Curve) {
        for step in 0...1000 {
            let place = Double(step) / 1000
            let share =
                curve == .equalPower ? sin(Double.pi * place / 2) : 0.5 - 0.5 * cos(.pi * place)
            #expect(abs(curve.share(at: place, isFalling: false) - share) < 2e-9)
            let falling = curve == .equalPower ? 1 - cos(Double.pi * place / 2) : share
            #expect(abs(curve.share(at: place, isFalling: true) - falling) < 2e-9)
        }
    }

    @Test("stays between its end values, and gives its range")
    func corners() {
        let ramp = Ramp(start: FrameTime(10), frameCount: 5, from: 0, to: 1)
        let moving = (0..<20).filter { ramp.moves(at: FrameTime($0)) }
        #expect(moving == [11, 12, 13, 14])
        func corners(_ ramp: Ramp) -> [Int64] {
            [5, 9, 10, 11, 14, 15, 16].map { ramp.nextCorner(after: FrameTime($0)).frames }
        }
        let never = Int64.max
        #expect(corners(ramp) == [11, 11, 11, 15, 15, never, never])
        let step = Ramp(start: FrameTime(10), frameCount: 0, from: 0, to: 1)
        #expect(corners(step) == [10, 10, never, never, never, never, never])
        let short = Ramp(start: FrameTime(10), frameCount: 1, from: 0, to: 1)
        #expect(corners(short) == [11, 11, 11, never, never, never, never])
        let two = Ramp(start: FrameTime(10), frameCount: 2, from: 0, to: 1)
        #expect(corners(two) == [11, 11, 11, 12, never, never, never])
        let flat = Ramp(start: FrameTime(10), frameCount: 5, from: 1, to: 1)
        #expect(corners(flat).allSatisfy { $0 == never })
        #expect(!flat.moves(at: FrameTime(12)) && Ramp.constant(1).end == .zero)
    }

    @Test("with no frames is a step at its start")
    func step() {
        let ramp = Ramp(start: FrameTime(7), frameCount: 0, from: 1, to: 0)
        #expect(ramp.gain(at: FrameTime(6)) == 1)
        #expect(ramp.gain(at: FrameTime(7)) == 0)
    }

    @Test("and its mirror image, both raised cosines, add up to one")
    func crossfade() {
        let down = Ramp(start: .zero, frameCount: 333, from: 1, to: 0)
        let up = Ramp(start: .zero, frameCount: 333, from: 0, to: 1)
        for frame in 0...333 {
            let time = FrameTime(Int64(frame))
            #expect(abs(down.gain(at: time) + up.gain(at: time) - 1) < 1.2e-7)
        }
    }

    @Test("E8: and its mirror image, both of equal power, keep the sum of their squares at one")
    func equalPower() {
        let down = Ramp(start: .zero, frameCount: 333, from: 1, to: 0, curve: .equalPower)
        let up = Ramp(start: .zero, frameCount: 333, from: 0, to: 1, curve: .equalPower)
        for frame in 0...333 {
            let time = FrameTime(Int64(frame))
            let (falling, rising) = (down.gain(at: time), up.gain(at: time))
            #expect(abs(falling * falling + rising * rising - 1) < 5e-7)
        }
        #expect(abs(down.gain(at: FrameTime(111)) - Float(0.75).squareRoot()) < 5e-7)
    }

    @Test(
        "E8: and its mirror image keep that sum if the end of both moves, from their present gains",
        arguments: [1, 100, 332], [1, 50, 5000])
    func stretched(after frames: Int, rest: Int) throws {
        let down = Ramp(start: .zero, frameCount: 333, from: 1, to: 0, curve: .equalPower)
        let up = Ramp(start: .zero, frameCount: 333, from: 0, to: 1, curve: .equalPower)
        let (time, end) = (FrameTime(Int64(frames)), FrameTime(Int64(frames + rest)))
        let falling = try #require(down.stretched(at: time, until: end))
        let rising = try #require(up.stretched(at: time, until: end))
        // They begin at a whole frame.
        #expect(abs(falling.gain(at: time) - down.gain(at: time)) < 1 / Float(rest + 1))
        for frame in frames...(frames + rest) {
            let time = FrameTime(Int64(frame))
            let gains = [falling, rising].map { $0.gain(at: time) }
            #expect(abs(gains[0] * gains[0] + gains[1] * gains[1] - 1) < 5e-7)
        }
        #expect(falling.gain(at: end) == 0 && rising.gain(at: end) == 1)
    }

    @Test("E8: is not stretched before it begins, after its end, to the present, or if it is none")
    func notStretched() {
        let up = Ramp(start: FrameTime(100), frameCount: 300, from: 0, to: 1, curve: .equalPower)
        let end = FrameTime(600)
        for frame in [0, 100, 400, 500] as [Int64] {
            #expect(up.stretched(at: FrameTime(frame), until: end) == nil)
        }
        #expect(up.stretched(at: FrameTime(200), until: FrameTime(200)) == nil)
        var other = up
        other.curve = .raisedCosine
        #expect(other.stretched(at: FrameTime(200), until: end) == nil)
        other = up
        other.from = 0.5
        #expect(other.stretched(at: FrameTime(200), until: end) == nil)
    }

    @Test("E8: is as long as can be counted if it ends late again and again")
    func stretchedForLong() throws {
        var up = Ramp(start: .zero, frameCount: 240_000, from: 0, to: 1, curve: .equalPower)
        for _ in 0..<6 {
            let time = up.end - 1
            up = try #require(up.stretched(at: time, until: time + 240_000))
            #expect(up.gain(at: time) > 0.999)
        }
        #expect(up.frameCount == 1 << 40)
    }

    @Test(
        "that is reversed continues from its current gain", arguments: [1, 100, 239, 240, 900])
    func turned(after frames: Int) {
        let ramp = Ramp(start: .zero, frameCount: 240, from: 1, to: 0)
        let time = FrameTime(Int64(frames))
        let other = ramp.turned(at: time, to: 1, over: 480)
        #expect(other.gain(at: time) == ramp.gain(at: time))
        #expect(other.gain(at: time + 480) == 1)
    }
}
