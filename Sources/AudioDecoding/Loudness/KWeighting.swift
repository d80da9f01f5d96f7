import MediaTime
import PCMAudio

/// The K-weighting of BS.1770-4 for the pipeline's format, and the mean square behind it. A value.
///
/// A stream is measured from its first sample to its last. libebur128, the reference for this, would
/// take a third of the time in which a live stream is decoded and measured, and 300 kB.
struct KWeighting: Hashable, Sendable {
    /// The states of the two filters, each for both channels.
    private var shelf = State()
    private var highPass = State()
    private var sum = SIMD2<Double>.zero
    private var frameCount = 0

    private struct State: Hashable {
        var first = SIMD2<Double>.zero
        var second = SIMD2<Double>.zero

        /// Clears what is silence, because still smaller numbers would take longer to compute, and
        /// what is no number, which would stay.
        mutating func settle() {
            let parts = [first.x, first.y, second.x, second.y]
            let isSilent = parts.allSatisfy { abs($0) < 1e-15 }
            if isSilent || !parts.allSatisfy(\.isFinite) { self = State() }
        }
    }

    /// The coefficients for 48 kHz (BS.1770-4, tables 1 and 2). The zeros of the high-pass are 1, -2
    /// and 1.
    private enum Shelf {
        static let zeros = (1.53512485958697, -2.69169618940638, 1.19839281085285)
        static let poles = (-1.69065929318241, 0.73248077421585)
    }
    private enum HighPass {
        static let poles = (-1.99004745483398, 0.99007225036621)
    }

    /// Adds interleaved `samples`, which continue those before.
    mutating func add(_ samples: Span<Float>) {
        var (shelf, highPass, sum) = (shelf, highPass, sum)
        let (zeros, poles, endPoles) = (Shelf.zeros, Shelf.poles, HighPass.poles)
        let channels = AudioFormat.pipelineChannelCount
        let count = samples.count / channels
        for frame in 0..<count {
            let input = SIMD2(
                Double(samples[frame &* channels]), Double(samples[frame &* channels &+ 1]))
            let shelved = input * zeros.0 + shelf.first
            shelf.first = input * zeros.1 - shelved * poles.0 + shelf.second
            shelf.second = input * zeros.2 - shelved * poles.1
            let output = shelved + highPass.first
            highPass.first = shelved * -2 - output * endPoles.0 + highPass.second
            highPass.second = shelved - output * endPoles.1
            sum += output * output
        }
        (self.shelf, self.highPass, self.sum) = (shelf, highPass, sum)
        frameCount += count
    }

    /// The mean square of both channels together since the last call.
    mutating func takeEnergy() -> Double {
        defer {
            (sum, frameCount) = (.zero, 0)
            shelf.settle()
            highPass.settle()
        }
        return frameCount == 0 ? 0 : sum.sum() / Double(frameCount)
    }
}
