import AudioMixing
import Foundation
import MediaTime
import PCMAudio
import TestSignals
import Testing

@Suite("Random plans")
struct ReferenceTests {
    private static let length = 3000

    /// Clips with random places, sources and envelopes over three sources.
    private func makePlan(seed: UInt64) -> (MixPlan, [SampleStore], [Signal]) {
        var random = SeededRandom(seed: seed)
        let signals = (0..<3).map { _ in
            Signal.noise(
                peak: 0.3, frameCount: Int.random(in: 500...3000, using: &random), from: &random)
        }
        let stores = signals.map { $0.stored() }
        let clips = (0..<Int.random(in: 1...8, using: &random)).map { _ in
            let start = Int64.random(in: -500...2500, using: &random)
            let end = start + Int64.random(in: 0...2500, using: &random)
            return Clip(
                source: stores[Int.random(in: 0..<3, using: &random)].handle,
                output: range(start, end),
                sourceStart: FrameTime(Int64.random(in: -200...1000, using: &random)),
                envelope: Envelope(
                    level: ramp(&random), entry: ramp(&random), exit: ramp(&random)))
        }
        return (MixPlan(clips: clips), stores, signals)
    }

    private func ramp(_ random: inout SeededRandom) -> Ramp {
        if Bool.random(using: &random) { return .constant(1) }
        return Ramp(
            start: FrameTime(Int64.random(in: 0...2500, using: &random)),
            frameCount: Int.random(in: 0...1000, using: &random),
            from: Float.random(in: 0...1, using: &random),
            to: Float.random(in: 0...1, using: &random),
            curve: Ramp.Curve(rawValue: UInt8.random(in: 0...2, using: &random))!)
    }

    /// The sum, computed frame by frame in double precision.
    private func reference(_ plan: MixPlan, _ stores: [SampleStore], _ signals: [Signal])
        -> [Double]
    {
        (0..<Self.length * 2).map { index in
            let time = FrameTime(Int64(index / 2))
            return plan.clips.filter { $0.output.contains(time) }.reduce(0.0) { sum, clip in
                let source = stores.firstIndex { $0.handle == clip.source }!
                let frame = Int(clip.sourceFrame(at: time).frames)
                guard (0..<signals[source].frameCount).contains(frame) else { return sum }
                let gains = [clip.envelope.level, clip.envelope.entry, clip.envelope.exit]
                let gain = gains.reduce(1.0) { $0 * Self.gain(of: $1, at: time) }
                return sum + gain * Double(signals[source].samples[2 * frame + index % 2])
            }
        }
    }

    private static func gain(of ramp: Ramp, at time: FrameTime) -> Double {
        if time >= ramp.end { return Double(ramp.to) }
        if time <= ramp.start { return Double(ramp.from) }
        let place = Double(time - ramp.start) / Double(ramp.frameCount)
        let share =
            switch ramp.curve {
            case .raisedCosine: 0.5 - 0.5 * cos(Double.pi * place)
            case .linear: place
            case .equalPower:
                ramp.to < ramp.from ? 1 - cos(Double.pi * place / 2) : sin(Double.pi * place / 2)
            }
        return Double(ramp.from) + Double(ramp.to - ramp.from) * share
    }

    @Test("match the slow sum in double precision", arguments: 1...12)
    func matchReference(seed: UInt64) {
        let (plan, stores, signals) = makePlan(seed: seed)
        let out = rendered(plan, over: range(0, Int64(Self.length)), blockLength: 480)
        let expected = reference(plan, stores, signals)
        let worst = zip(out.samples, expected).map { abs(Double($0) - $1) }.max()!
        #expect(worst < 2e-6)
    }

    @Test("give identical samples in blocks of any length", arguments: 1...6)
    func blockLengths(seed: UInt64) {
        let (made, stores, _) = makePlan(seed: seed)
        var plan = made
        // Loud enough for the limiter to act.
        for index in plan.clips.indices { plan.clips[index].envelope.level = .constant(3) }
        plan.limited = [range(200, 1300), range(1300, 1310), range(1500, 2900)]
        let whole = range(0, Int64(Self.length))
        let expected = bits(rendered(plan, over: whole, blockLength: 4096))
        for length in [1, 7, 64, 480] {
            let found = bits(rendered(plan, over: whole, blockLength: length))
            #expect(FirstDifference(found, from: expected) == nil)
        }
        withExtendedLifetime(stores) {}
    }
}
