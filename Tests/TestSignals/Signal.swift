import Foundation
import MediaTime
import PCMAudio

/// Audio for tests: interleaved stereo samples at the pipeline's rate.
package struct Signal: Hashable, Sendable {
    package var samples: [Float]

    package init(samples: [Float]) {
        self.samples = samples
    }

    /// Makes `frameCount` frames with `sample(n)` as frame n in both channels.
    package init(frameCount: Int, _ sample: (Int) -> Float) {
        samples = []
        samples.reserveCapacity(frameCount * 2)
        for frame in 0..<frameCount {
            let value = sample(frame)
            samples.append(value)
            samples.append(value)
        }
    }

    package var frameCount: Int { samples.count / AudioFormat.pipelineChannelCount }

    /// A sine that begins at `phase`, in radians.
    package static func tone(
        frequency: Double, level: Gain, frameCount: Int, phase: Double = 0
    ) -> Signal {
        let step = 2 * Double.pi * frequency / Double(FrameTime.rate)
        return Signal(frameCount: frameCount) {
            Float(Double(level.linear) * sin(phase + step * Double($0)))
        }
    }

    /// Samples that encode their frames: frame n, counted from `first`, is n / 2²⁴, without
    /// rounding. Exact for the first 349 seconds.
    package static func indexed(frameCount: Int, first: Int = 0) -> Signal {
        Signal(frameCount: frameCount) { Float(first + $0) / 16_777_216 }
    }

    /// The frames of `range` of a sound in which left against right encodes the place, also between
    /// two frames and at a gain that is not quite unity.
    package static func placed(_ range: Range<Int>) -> Signal {
        Signal(samples: range.flatMap { [Float($0) / 16_777_216, 0.5] })
    }

    /// The place of frame `frame` in a ``placed(_:)`` sound.
    package func place(at frame: Int) -> Double {
        Double(samples[2 * frame]) / (2 * Double(samples[2 * frame + 1])) * 16_777_216
    }

    /// Independent samples between ±`peak` in both channels.
    package static func noise(
        peak: Float, frameCount: Int, from random: inout SeededRandom
    ) -> Signal {
        Signal(
            samples: (0..<frameCount * 2).map { _ in Float.random(in: -peak...peak, using: &random)
            })
    }

    /// A store that holds all of this signal, with its source ended.
    package func stored(startingAt first: FrameTime = .zero) -> SampleStore {
        let store = SampleStore(capacity: frameCount, startingAt: first)
        _ = store.append(samples.span)
        store.finish()
        return store
    }
}
