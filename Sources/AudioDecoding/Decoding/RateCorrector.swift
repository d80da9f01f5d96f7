import FFmpegCalls
import MediaTime
import PCMAudio

/// Resamples the pipeline's samples to play them a little faster or slower, without a click.
///
/// Until the first correction samples pass bit-exact. From then on they are resampled, even while
/// the correction is zero. A crossfade of 10 ms between the original and the resampled audio joins
/// the two. Owned by one thread.
package struct RateCorrector: ~Copyable {
    /// Receives interleaved samples. Called on the same thread.
    package typealias Delivery = (Span<Float>) -> Void

    /// How samples are corrected.
    package enum Method: Hashable, Sendable {
        /// They are resampled.
        case resampling
        /// Single frames are left out or repeated, which clicks and costs next to nothing.
        case wholeFrames
    }

    private var resampler: Resampler?
    /// Takes the place of the resampler; `nil` if that is used.
    private var steps: FrameSteps?
    private var correction = RateCorrection.none
    /// The last samples that passed; they prime the resampler.
    private var history: [Float] = []
    /// How many output frames of the resampler to skip before the first wanted one.
    private var toSkip = 0
    /// The crossfade to the resampler, while it lasts.
    private var transition: Transition?

    private struct Transition {
        /// Undelivered samples: the original ones, and the same resampled.
        var untouched: [Float] = []
        var resampled: [Float] = []
        var done = 0

        static let frameCount = FrameTime.rate / 100
    }

    /// Twice the length in frames that the resampler's filter reaches back.
    private static let historyFrameCount = 128

    package init(by method: Method = .resampling) {
        switch method {
        case .resampling: steps = nil
        case .wholeFrames: steps = FrameSteps()
        }
    }

    /// Whether samples are now resampled instead of passed unchanged.
    package var isCorrecting: Bool {
        if let steps { return steps.isCorrecting }
        return switch resampler {
        case .none: false
        case .some: true
        }
    }

    /// Frames that were passed in but not delivered yet.
    package var delay: Double {
        switch resampler {
        case .none: 0
        case .some(let resampler):
            // Samples held for the crossfade are resampled, but not delivered yet.
            resampler.delay
                + Double((transition?.resampled.count ?? 0) / AudioFormat.pipelineChannelCount)
        }
    }

    /// Corrects all samples from here on. Must be called again at least every 20 seconds.
    package mutating func correct(by correction: RateCorrection) {
        self.correction = correction
        guard steps == nil else {
            steps?.correct(by: correction)
            return
        }
        if !isCorrecting, correction != .none { enter() }
        if transition == nil { resampler?.correct(by: correction) }
    }

    /// Corrects `samples`, and delivers the output that is ready.
    package mutating func pass(_ samples: Span<Float>, deliver: Delivery) {
        guard steps == nil else {
            steps?.pass(samples, deliver: deliver)
            return
        }
        guard isCorrecting else {
            deliver(samples)
            return remember(samples)
        }
        let resampled = resampled(samples)
        if transition != nil {
            samples.withUnsafeBufferPointer { transition?.untouched += $0 }
            transition?.resampled += resampled
            crossfade(deliver)
        } else {
            deliver(resampled.span)
        }
    }

    /// Delivers everything that is still buffered. Nothing may follow.
    package mutating func finish(deliver: Delivery) {
        guard steps == nil else { return }
        if let transition { return deliver(transition.untouched.span) }
        deliver(drained().span)
    }
}

extension RateCorrector {
    private mutating func remember(_ samples: Span<Float>) {
        let kept = Self.historyFrameCount * AudioFormat.pipelineChannelCount
        samples.withUnsafeBufferPointer { samples in
            // Not the suffix of a sequence, which would be found by reading all of it.
            history += samples[max(0, samples.count - kept)...]
        }
        history.removeFirst(max(0, history.count - kept))
    }

    /// Starts resampling. If there is no memory for that, the audio stays uncorrected.
    private mutating func enter() {
        do throws(FFmpegError) {
            resampler = try Resampler(correcting: .pipeline)
        } catch {
            return
        }
        transition = Transition()
        toSkip = history.count / AudioFormat.pipelineChannelCount
        let passed = history
        history = []
        let resampled = resampled(passed.span)
        transition?.resampled += resampled
    }

    /// Resamples `samples`. The result is valid until the next call.
    private mutating func resampled(_ samples: Span<Float>) -> UnsafeBufferPointer<Float> {
        let count = samples.count / AudioFormat.pipelineChannelCount
        let result = samples.withUnsafeBytes { bytes in
            var plane = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
            return resampler?.resample(&plane, count: count)
        }
        return wanted(of: result)
    }

    /// The rest of the resampler's output. The result is valid until the next call.
    private mutating func drained() -> UnsafeBufferPointer<Float> {
        wanted(of: resampler?.resample(nil, count: 0))
    }

    /// `samples` without those that were already delivered.
    private mutating func wanted(
        of samples: UnsafeBufferPointer<Float>?
    ) -> UnsafeBufferPointer<Float> {
        guard let samples else { return UnsafeBufferPointer(start: nil, count: 0) }
        let skipped = min(toSkip, samples.count / AudioFormat.pipelineChannelCount)
        toSkip -= skipped
        let start = skipped * AudioFormat.pipelineChannelCount
        return UnsafeBufferPointer(rebasing: samples[start...])
    }

    /// Delivers as much of the crossfade as both inputs cover, and ends it when it is complete.
    private mutating func crossfade(_ deliver: Delivery) {
        guard var transition else { return }
        let channels = AudioFormat.pipelineChannelCount
        let count = min(
            Transition.frameCount - transition.done, transition.resampled.count / channels)
        var mixed = Array(transition.resampled[..<(count * channels)])
        for index in mixed.indices {
            let place = Float(transition.done + index / channels) / Float(Transition.frameCount)
            mixed[index] = mixed[index] * place + transition.untouched[index] * (1 - place)
        }
        deliver(mixed.span)
        transition.done += count
        transition.untouched.removeFirst(count * channels)
        transition.resampled.removeFirst(count * channels)
        guard transition.done == Transition.frameCount else {
            self.transition = transition
            return
        }
        self.transition = nil
        resampler?.correct(by: correction)
        if !transition.resampled.isEmpty { deliver(transition.resampled.span) }
    }
}
