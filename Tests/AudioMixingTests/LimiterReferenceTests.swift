import MediaTime
import PCMAudio
import TestSignals
import Testing

@testable import AudioMixing

@Suite("Limiter against its definition")
struct LimiterReferenceTests {
    private static let scale = 4_194_304.0

    /// The reduction of each frame, computed frame by frame. A frame's need is held for six frames
    /// on both sides, decays by 875 a frame after that, and rises by 63 551 a frame before it, from
    /// none at the beginning of its range.
    private static func reductions(_ samples: [Float], _ limited: [FrameRange]) -> [Double] {
        let count = samples.count / 2
        var all = [Double](repeating: 0, count: count)
        for (index, edges) in limited.enumerated() {
            let (first, last) = (Int(edges.start.frames), Int(edges.end.frames))
            let next = index + 1 < limited.count ? Int(limited[index + 1].start.frames) : count
            let end = min(last + 4806, next, count)
            let part = Array(samples[2 * first..<2 * last])
            let peaks = (-1..<last - first).map { TruePeakFilterTests.peak(after: $0, in: part) }
            let needs = (0..<last - first).map {
                let loudest = max(abs(part[2 * $0]), abs(part[2 * $0 + 1]))
                return need(for: max(peaks[$0], peaks[$0 + 1], Double(loudest)))
            }
            var released: [Double] = []
            for frame in 0..<end - first {
                let near = max(0, frame - 6)..<max(min(needs.count, frame + 7), max(0, frame - 6))
                let held = needs[near.clamped(to: 0..<needs.count)].max() ?? 0
                released.append(max(held, (released.last ?? 0) - 875, 0))
            }
            var reduction = 0.0
            for frame in (0..<end - first).reversed() {
                reduction = max(released[frame], reduction - 63_551, 0)
                all[first + frame] =
                    frame < 78 ? min(reduction, Double(frame) * 63_551) : reduction
            }
        }
        return all
    }

    private static func need(for peak: Double) -> Double {
        guard peak > 0.891_250_9 else { return 0 }
        return min(scale, (scale * (1 - 0.856_051_8 / peak)).rounded(.down) + 1)
    }

    /// Quiet noise with some peaks, at different levels in each channel.
    private static func signal(seed: UInt64, frameCount: Int) -> Signal {
        var random = SeededRandom(seed: seed)
        var signal = Signal.noise(peak: 0.5, frameCount: frameCount, from: &random)
        for _ in 0..<frameCount / 400 {
            let index = Int.random(in: 0..<2 * frameCount, using: &random)
            signal.samples[index] = Float.random(in: -6...6, using: &random)
        }
        return signal
    }

    private func expect(_ signal: Signal, _ limited: [FrameRange], blockLength: Int = 480) {
        let whole = range(0, Int64(signal.frameCount))
        let store = signal.stored()
        let clip = Clip(source: store.handle, output: whole, sourceStart: .zero)
        let plan = MixPlan(clips: [clip], limited: limited)
        let out = withExtendedLifetime(store) {
            rendered(plan, over: whole, blockLength: blockLength)
        }
        let reductions = Self.reductions(signal.samples, limited)
        let wrong = out.samples.indices.filter { index in
            let gain = 1 - reductions[index / 2] / Self.scale
            let expected = Double(signal.samples[index]) * gain
            return abs(Double(out.samples[index]) - expected)
                > 4e-6 * max(1, abs(Double(signal.samples[index])))
        }
        #expect(
            wrong.isEmpty, "\(wrong.count) samples, first at \(wrong.first.map { $0 / 2 } ?? 0)")
    }

    @Test("reduces each frame as defined", arguments: 1...4)
    func noise(seed: UInt64) {
        expect(Self.signal(seed: seed, frameCount: 3000), [range(0, 3000)])
    }

    @Test("begins and ends at the edges of its ranges, also where they touch", arguments: 5...7)
    func ranges(seed: UInt64) {
        expect(
            Self.signal(seed: seed, frameCount: 3000),
            [range(100, 700), range(700, 740), range(900, 2500)], blockLength: 333)
    }

    @Test("releases the greatest peak for as long as needed, past the end as well")
    func tail() {
        var signal = Signal(frameCount: 7000) { _ in 0.5 }
        signal.samples[2 * 999] = 1_000_000
        expect(signal, [range(0, 1000)])
        signal.samples[2 * 999] = 0.5
        signal.samples[2 * 0 + 1] = 40
        signal.samples[2 * 31 + 1] = -3
        expect(signal, [range(0, 1000)])
    }

    @Test("needs the ceiling's reduction for a peak, and none up to the ceiling")
    func need() {
        #expect(Limiter.need(for: 0) == 0)
        #expect(Limiter.need(for: Limiter.ceiling) == 0)
        #expect(Limiter.need(for: 2) == 2_399_034)
        #expect(Limiter.need(for: .infinity) == 1 << 22)
        #expect(Limiter.gain(for: 0) == 1 && Limiter.gain(for: 1 << 22) == 0)
    }

    @Test("forgets earlier peaks where a range asks for that")
    func forgetting() {
        let loud = Signal(frameCount: 960) { _ in 4 }.stored()
        let quiet = Signal(frameCount: 960) { _ in 0.5 }.stored()
        let limited = [range(0, 960)]
        var scratch = MixScratch()
        func render(_ store: SampleStore, _ block: FrameRange) -> [Float] {
            let clip = Clip(source: store.handle, output: range(0, 960), sourceStart: .zero)
            var supply = ClipSupply()
            supply.refresh(for: clip)
            var out = [Float](repeating: 12_345, count: 2 * block.count)
            var span = out.mutableSpan
            AudioMixing.render(
                [clip].span, limited: limited.span, supplies: [supply].span, over: block,
                into: &span, scratch: &scratch)
            return out
        }
        #expect(render(loud, range(0, 480)).last.map { abs($0 - 0.856) < 0.005 } == true)
        scratch.forget()
        #expect(render(quiet, range(480, 960)).allSatisfy { $0 == 0.5 })
        withExtendedLifetime((loud, quiet)) {}
    }
}
