import AudioMixing
import MediaTime
import PCMAudio
import TestSignals
import Testing

@Suite("Joints of a 200 Hz tone at −6 dBFS")
struct ClickTests {
    private let tone = Signal.tone(frequency: 200, level: .decibels(-6), frameCount: 9600)

    private func loudestClick(_ clips: [Clip]) -> Double {
        rendered(MixPlan(clips: clips), over: range(0, 9600)).loudestClick(inToneOf: 200)
    }

    @Test("E7: fade without a click, in and out, over 10 ms")
    func fades() {
        let store = tone.stored()
        let envelope = Envelope(
            entry: Ramp(start: FrameTime(100), frameCount: 480, from: 0, to: 1),
            exit: Ramp(start: FrameTime(9000), frameCount: 480, from: 1, to: 0))
        let clip = Clip(
            source: store.handle, output: range(100, 9480), sourceStart: FrameTime(100),
            envelope: envelope)
        #expect(loudestClick([clip]) < -70)
        withExtendedLifetime(store) {}
    }

    // The gain has a corner where it reverses, unlike at a fade's own ends.
    @Test("reverse in the middle of a fade almost without a click", arguments: [37, 120, 333])
    func turned(after frames: Int) {
        let store = tone.stored()
        let out = Ramp(start: FrameTime(3000), frameCount: 480, from: 1, to: 0)
        let turn = FrameTime(Int64(3000 + frames))
        let back = out.turned(at: turn, to: 1, over: 480)
        let clips = [
            Clip(
                source: store.handle, output: FrameRange(.zero, turn), sourceStart: .zero,
                envelope: Envelope(level: out)),
            Clip(
                source: store.handle, output: FrameRange(turn, FrameTime(9600)),
                sourceStart: turn, envelope: Envelope(level: back)),
        ]
        #expect(loudestClick(clips) < -55)
        withExtendedLifetime(store) {}
    }

    @Test("join two clips without a click")
    func butted() {
        let store = tone.stored()
        let clips = [
            Clip(source: store.handle, output: range(0, 4321), sourceStart: .zero),
            Clip(source: store.handle, output: range(4321, 9600), sourceStart: FrameTime(4321)),
        ]
        #expect(loudestClick(clips) < -120)
        withExtendedLifetime(store) {}
    }

    @Test("click if the tone is cut, which shows that a click would be found")
    func cut() {
        let store = tone.stored()
        let clip = Clip(source: store.handle, output: range(0, 4383), sourceStart: .zero)
        #expect(loudestClick([clip]) > -25)
        withExtendedLifetime(store) {}
    }
}
