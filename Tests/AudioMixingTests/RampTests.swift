import AudioMixing
import Foundation
import MediaTime
import Testing

@Suite("Ramp")
struct RampTests {
    @Test(
        "is exactly its ends outside of the stretch, and follows its curve inside",
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

    @Test(
        "that is turned goes on from the gain of that moment", arguments: [1, 100, 239, 240, 900])
    func turned(after frames: Int) {
        let ramp = Ramp(start: .zero, frameCount: 240, from: 1, to: 0)
        let time = FrameTime(Int64(frames))
        let other = ramp.turned(at: time, to: 1, over: 480)
        #expect(other.gain(at: time) == ramp.gain(at: time))
        #expect(other.gain(at: time + 480) == 1)
    }
}
