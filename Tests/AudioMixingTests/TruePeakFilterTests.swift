import MediaTime
import TestSignals
import Testing

@testable import AudioMixing

@Suite("True-peak filter")
struct TruePeakFilterTests {
    /// The interpolator of ITU-R BS.1770-4, annex 2: its first two phases. The other two are their
    /// mirror images.
    static let phases: [[Double]] = {
        let first = [
            0.0017089843750, 0.0109863281250, -0.0196533203125, 0.0332031250000,
            -0.0594482421875, 0.1373291015625, 0.9721679687500, -0.1022949218750,
            0.0476074218750, -0.0266113281250, 0.0148925781250, -0.0083007812500,
        ]
        let second = [
            -0.0291748046875, 0.0292968750000, -0.0517578125000, 0.0891113281250,
            -0.1665039062500, 0.4650878906250, 0.7797851562500, -0.2003173828125,
            0.1015625000000, -0.0582275390625, 0.0330810546875, -0.0189208984375,
        ]
        return [first, second, second.reversed(), first.reversed()]
    }()

    /// The greatest magnitude between frame `frame` and the next one, in either channel; the frames
    /// at the ends are repeated.
    static func peak(after frame: Int, in samples: [Float]) -> Double {
        let last = samples.count / 2 - 1
        var peak = 0.0
        for channel in 0..<2 {
            for phase in phases {
                var sum = 0.0
                for tap in 0..<12 {
                    let place = min(max(frame - 5 + tap, 0), last)
                    sum += phase[tap] * Double(samples[2 * place + channel])
                }
                peak = max(peak, abs(sum))
            }
        }
        return peak
    }

    @Test("finds the peaks between frames that the standard's table gives", arguments: 1...4)
    func peaks(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        var samples = Signal.noise(peak: 0.3, frameCount: 40, from: &random).samples
        // One channel may be far louder than the other.
        for frame in 0..<40 where seed > 2 { samples[2 * frame + Int(seed % 2)] *= 0.01 }
        let filter = TruePeakFilter()
        for frame in -1..<40 {
            let expected = Self.peak(after: frame, in: samples)
            let span = samples.mutableSpan
            let found = Double(filter.peak(after: frame, of: 40, in: span))
            #expect(abs(found - expected) < 1e-6, "after frame \(frame)")
        }
    }

    @Test(
        "is skipped only where no peak can exceed the ceiling, six frames around included",
        arguments: [
            (nil, 0.0, true), (13, 1, true), (14, 1, false), (20, 1, false), (35, 1, false),
            (36, 1, true), (20, 0.4, true), (20, 0.45, false),
        ] as [(Int?, Float, Bool)])
    func quiet(frame: Int?, level: Float, isQuiet: Bool) {
        for sign in [Float(1), -1] {
            for channel in 0..<2 {
                var samples = [Float](repeating: 0, count: 80)
                if let frame { samples[2 * frame + channel] = sign * level }
                let span = samples.mutableSpan
                let found = TruePeakFilter.isQuiet(
                    from: 20, to: 30, of: 40, in: span, under: Limiter.ceiling)
                #expect(found == isQuiet)
            }
        }
    }

    @Test("reads nothing beyond the first and the last frame", arguments: [0, 9])
    func edges(frame: Int) {
        var samples = [Float](repeating: 0, count: 20)
        var span = samples.mutableSpan
        let isQuiet = TruePeakFilter.isQuiet(from: 0, to: 10, of: 10, in: span, under: 0.5)
        span[2 * frame + (frame == 0 ? 0 : 1)] = 1
        let isLoud = !TruePeakFilter.isQuiet(from: 0, to: 10, of: 10, in: span, under: 0.5)
        #expect(isQuiet && isLoud)
    }
}
