import AudioMixing
import Foundation
import MediaTime
import PCMAudio
import TestSignals
import Testing

@Suite("Limiter")
struct LimiterTests {
    private func limited(
        _ signal: Signal, in ranges: [FrameRange], blockLength: Int = 4096
    ) -> Signal {
        let store = signal.stored()
        let whole = range(0, Int64(signal.frameCount))
        let clip = Clip(source: store.handle, output: whole, sourceStart: .zero)
        return withExtendedLifetime(store) {
            rendered(
                MixPlan(clips: [clip], limited: ranges), over: whole, blockLength: blockLength)
        }
    }

    /// Sines up to 16 kHz in random phase: as dense as music, with no more treble.
    private func programme(seed: UInt64, peak: Float) -> Signal {
        var random = SeededRandom(seed: seed)
        var sum = [Float](repeating: 0, count: Self.length * 2)
        for _ in 0..<24 {
            let tone = Signal.tone(
                frequency: .random(in: 50...16_000, using: &random), level: .unity,
                frameCount: Self.length, phase: .random(in: 0...6, using: &random))
            for index in sum.indices { sum[index] += tone.samples[index] }
        }
        let loudest = sum.reduce(0) { max($0, abs($1)) }
        return Signal(samples: sum.map { $0 / loudest * peak })
    }

    private static let length = 2400

    @Test("keeps true peaks under −1 dBTP", arguments: 1...6)
    func ceiling(seed: UInt64) {
        let signal = programme(seed: seed, peak: [1.1, 1.5, 2, 4, 8, 30][Int(seed) - 1])
        let out = limited(signal, in: [range(-100, 2400)])
        #expect(20 * log10(signal.truePeak) > -1)
        #expect(20 * log10(out.truePeak) < -0.95)
    }

    @Test(
        "keeps a tone between the samples under −1 dBTP",
        arguments: [997.0, 5999, 12_000, 15_000, 17_000])
    func tones(frequency: Double) {
        let signal = Signal.tone(
            frequency: frequency, level: .decibels(6), frameCount: 1200, phase: .pi / 4)
        let out = limited(signal, in: [range(-100, 1200)])
        #expect(20 * log10(out.truePeak) < -0.95)
    }

    @Test("keeps a tone in one channel alone under −1 dBTP", arguments: [0, 1])
    func oneChannel(channel: Int) {
        var signal = Signal.tone(
            frequency: 12_000, level: .decibels(3), frameCount: 1200, phase: .pi / 4)
        // No sample is over the ceiling; only the peaks between them are.
        #expect(20 * log10(signal.samples.reduce(0) { max($0, abs($1)) }) < 0.1)
        for frame in 0..<1200 { signal.samples[2 * frame + 1 - channel] = 0 }
        let out = limited(signal, in: [range(-100, 1200)])
        #expect(20 * log10(out.truePeak) < -0.95)
    }

    @Test("leaves every bit unchanged if nothing is over the ceiling")
    func bypass() {
        let signal = programme(seed: 9, peak: 0.8)
        #expect(20 * log10(signal.truePeak) < -1)
        let out = limited(signal, in: [range(0, 2400)])
        #expect(FirstDifference(bits(out), from: bits(signal)) == nil)
    }

    @Test("acts from 72 frames before a peak until 4800 after it, and nowhere else")
    func support() {
        let signal = Signal(frameCount: 12_000) { $0 == 6000 ? 40 : 0.1 }
        let out = limited(signal, in: [range(0, 12_000)])
        let changed = (0..<12_000).filter { out.samples[2 * $0] != signal.samples[2 * $0] }
        // The interpolator sees the peak six frames away.
        #expect(changed.first! >= 6000 - 72 - 6)
        #expect(changed.last! <= 6000 + 4800 + 6)
        #expect(changed.count > 4000)
    }

    @Test("ignores samples outside of its ranges")
    func outside() {
        var signal = Signal(frameCount: 12_000) { _ in 0.2 }
        for frame in [1999, 4000, 10_000] { signal.samples[2 * frame] = 5 }
        let out = limited(signal, in: [range(2000, 4000)])
        #expect(FirstDifference(bits(out), from: bits(signal)) == nil)
    }

    @Test("neither begins nor ends with a step in gain, however loud the edges are")
    func edges() {
        let signal = Signal(frameCount: 12_000) { _ in 5 }
        let out = limited(signal, in: [range(2000, 4000)])
        let gains = (0..<12_000).map { out.samples[2 * $0] / 5 }
        #expect(gains[..<2001].allSatisfy { $0 == 1 })
        #expect(gains[2100..<4000].allSatisfy { abs($0 - 0.856 / 5) < 0.001 })
        #expect(gains[(4000 + 4806)...].allSatisfy { $0 == 1 })
        let steps = zip(gains, gains.dropFirst()).map { $1 - $0 }
        // From full to none within 72 + 6 frames, and back within 4800 − 6.
        #expect(steps.min()! > -1.0 / 65)
        #expect(steps.max()! < 1.0 / 4790)
    }

    @Test("comes out the same from any frame on", arguments: [1, 300, 2500, 4321])
    func anyStart(start: Int64) {
        let signal = programme(seed: 3, peak: 3)
        let long = Signal(samples: signal.samples + signal.samples)
        let store = long.stored()
        let clip = Clip(source: store.handle, output: range(0, 4800), sourceStart: .zero)
        let plan = MixPlan(clips: [clip], limited: [range(100, 4700)])
        let all = rendered(plan, over: range(0, 4800))
        let part = rendered(plan, over: range(start, 4800), blockLength: 100)
        #expect(FirstDifference(part.samples, from: all.samples[Int(start * 2)...]) == nil)
        withExtendedLifetime(store) {}
    }
}
