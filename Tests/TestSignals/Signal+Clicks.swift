import Foundation
import MediaTime

extension Signal {
    /// The loudest click in a tone of `frequency`, in decibels below full scale.
    ///
    /// A sine is `2 cos(ω) x[n−1] − x[n−2]` at every sample, so the remainder of the left channel
    /// after subtracting that is a discontinuity.
    package func loudestClick(inToneOf frequency: Double) -> Double {
        let factor = 2 * cos(2 * Double.pi * frequency / Double(FrameTime.rate))
        var loudest = 0.0
        for frame in 2..<frameCount {
            let expected =
                factor * Double(samples[2 * frame - 2]) - Double(samples[2 * frame - 4])
            loudest = max(loudest, abs(Double(samples[2 * frame]) - expected))
        }
        return 20 * log10(loudest)
    }

    /// The greatest true peak of both channels, by an interpolator that is longer than the
    /// limiter's own: four phases of a windowed sinc over 64 frames. Within 100 frames of the ends,
    /// where the signal is cut, peaks are ignored.
    package var truePeak: Double { max(truePeak(ofChannel: 0), truePeak(ofChannel: 1)) }

    private func truePeak(ofChannel channel: Int) -> Double {
        var peak = 0.0
        let values = stride(from: channel, to: samples.count, by: 2).map { Double(samples[$0]) }
        for phase in 0..<4 {
            let taps = Self.sinc(at: Double(phase) / 4)
            for frame in 100..<frameCount - 100 {
                var sum = 0.0
                for index in 0..<64 { sum += taps[index] * values[frame + index - 31] }
                peak = max(peak, abs(sum))
            }
        }
        return peak
    }

    /// Taps that give the value `place` of a frame after the frame with index 31.
    private static func sinc(at place: Double) -> [Double] {
        (0..<64).map { index in
            let distance = Double(index - 31) - place
            let window = 0.5 + 0.5 * cos(Double.pi * distance / 32.5)
            return distance == 0
                ? 1 : window * sin(Double.pi * distance) / (Double.pi * distance)
        }
    }
}
