import AudioMixing
import MediaTime
import PCMAudio
import TestSignals
import Testing

@Suite("Rendering")
struct RenderTests {
    @Test("passes a clip at unity unchanged, with minus zero, NaN and samples over full scale")
    func passesBits() {
        var signal = Signal.indexed(frameCount: 1000)
        signal.samples[10] = -0.0
        signal.samples[11] = Float(nan: 0x1234, signaling: false)
        signal.samples[500] = 7.5
        signal.samples[501] = -.infinity
        let store = signal.stored()
        let clip = Clip(source: store.handle, output: range(0, 1000), sourceStart: .zero)
        let out = withExtendedLifetime(store) {
            rendered(MixPlan(clips: [clip]), over: range(0, 1000), blockLength: 64)
        }
        #expect(FirstDifference(bits(out), from: bits(signal)) == nil)
    }

    @Test("begins a clip on its frame, wherever that is in a block", arguments: 0...64)
    func beginsOnFrame(offset: Int) {
        let signal = Signal.indexed(frameCount: 32, first: 1)
        let store = signal.stored()
        let start = FrameTime(Int64(64 + offset))
        let clip = Clip(
            source: store.handle, output: FrameRange(start, count: 32), sourceStart: .zero)
        let out = withExtendedLifetime(store) {
            rendered(MixPlan(clips: [clip]), over: range(0, 256), blockLength: 64)
        }
        let expected = Signal(frameCount: 256) { frame in
            (64 + offset..<96 + offset).contains(frame)
                ? signal.samples[2 * (frame - 64 - offset)] : 0
        }
        #expect(out == expected)
    }

    @Test("adds clips that overlap")
    func adds() {
        let one = Signal.indexed(frameCount: 100)
        let other = Signal.indexed(frameCount: 100, first: 1000)
        let stores = [one.stored(), other.stored()]
        let half = Envelope(level: .constant(0.5))
        let clips = [
            Clip(source: stores[0].handle, output: range(0, 100), sourceStart: .zero),
            Clip(
                source: stores[1].handle, output: range(50, 150), sourceStart: .zero,
                envelope: half),
        ]
        let out = withExtendedLifetime(stores) {
            rendered(MixPlan(clips: clips), over: range(0, 150))
        }
        #expect(
            out
                == Signal(frameCount: 150) { frame in
                    (frame < 100 ? one.samples[2 * frame] : 0)
                        + (frame >= 50 ? 0.5 * other.samples[2 * (frame - 50)] : 0)
                })
    }

    @Test("is silent where no clip plays, and keeps a clip beside one of gain zero unchanged")
    func silence() {
        var signal = Signal.indexed(frameCount: 100)
        signal.samples[20] = -0.0
        let stores = [Signal.indexed(frameCount: 100).stored(), signal.stored()]
        let muted = Envelope(level: .constant(0))
        let clips = [
            Clip(
                source: stores[0].handle, output: range(0, 100), sourceStart: .zero,
                envelope: muted),
            Clip(source: stores[1].handle, output: range(0, 100), sourceStart: .zero),
        ]
        let out = withExtendedLifetime(stores) {
            rendered(MixPlan(clips: clips), over: range(0, 120))
        }
        let expected = bits(signal) + [UInt32](repeating: 0, count: 40)
        #expect(FirstDifference(bits(out), from: expected) == nil)
    }

    @Test("gives the same after a plan change as if the new plan had been there from the start")
    func renderAgain() {
        let stores = [
            Signal.tone(frequency: 440, level: .decibels(-6), frameCount: 5000).stored(),
            Signal.tone(frequency: 660, level: .decibels(-9), frameCount: 5000).stored(),
        ]
        let before = MixPlan(clips: [
            Clip(source: stores[0].handle, output: range(0, 5000), sourceStart: .zero)
        ])
        let out = Ramp(start: FrameTime(1234), frameCount: 480, from: 1, to: 0)
        let after = MixPlan(
            validFrom: FrameTime(1234),
            clips: [
                Clip(
                    source: stores[0].handle, output: range(0, 5000), sourceStart: .zero,
                    envelope: Envelope(exit: out)),
                Clip(source: stores[1].handle, output: range(1234, 5000), sourceStart: .zero),
            ])
        withExtendedLifetime(stores) {
            _ = rendered(before, over: range(0, 3000))
            let again = rendered(after, over: range(1234, 5000), blockLength: 480)
            let first = rendered(after, over: range(0, 5000), blockLength: 4096)
            #expect(FirstDifference(again.samples, from: first.samples[2468...]) == nil)
        }
    }

    @Test("reads silence past a source's known end, which is no starvation")
    func pastEnd() {
        let store = Signal.indexed(frameCount: 10, first: 1).stored()
        let clip = Clip(source: store.handle, output: range(0, 20), sourceStart: FrameTime(-5))
        var supply = ClipSupply()
        supply.refresh(for: clip)
        let missing = supply.starve(clip, in: range(0, 20), limited: [FrameRange]().span)
        let out = withExtendedLifetime(store) {
            rendered(MixPlan(clips: [clip]), over: range(0, 20))
        }
        #expect(missing == nil)
        #expect(
            out
                == Signal(frameCount: 20) {
                    (5..<15).contains($0) ? Float($0 - 4) / 16_777_216 : 0
                })
    }

    @Test("a ramp of any length is followed, also of one frame and of none", arguments: 0...3)
    func shortRamps(frameCount: Int) {
        let store = Signal(frameCount: 40) { _ in 1 }.stored()
        let ramp = Ramp(start: FrameTime(10), frameCount: frameCount, from: 1, to: 0)
        let clip = Clip(
            source: store.handle, output: range(0, 40), sourceStart: .zero,
            envelope: Envelope(level: ramp))
        let out = rendered(MixPlan(clips: [clip]), over: range(0, 40))
        for frame in 0..<40 {
            #expect(out.samples[2 * frame] == ramp.gain(at: FrameTime(Int64(frame))))
        }
        withExtendedLifetime(store) {}
    }
}
