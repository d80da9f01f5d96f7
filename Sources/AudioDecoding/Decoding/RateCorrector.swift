import FFmpegCalls
import MediaTime
import PCMAudio

/// Plays the pipeline's samples a little faster or slower than they came, without a click.
///
/// Until the first correction samples pass bit for bit. From then on they are
/// resampled, also at no correction: the change from one to the other is a
/// crossfade of 10 ms between the same sound on both ways. Owned by one thread.
package struct RateCorrector: ~Copyable {
    /// Takes samples, interleaved. Called on the same thread.
    package typealias Delivery = (Span<Float>) -> Void

    private var resampler: Resampler?
    private var correction = RateCorrection.none
    /// The last samples that passed, with which a resampler begins.
    private var history: [Float] = []
    /// Frames that the resampler has yet to give before the first that is wanted.
    private var toSkip = 0
    /// The change to the resampler, while it goes on.
    private var transition: Transition?

    private struct Transition {
        /// Samples as they came that were not delivered yet, and as they were resampled.
        var untouched: [Float] = []
        var resampled: [Float] = []
        var done = 0

        static let frameCount = FrameTime.rate / 100
    }

    /// As many frames as the resampler's filter reaches back, twice.
    private static let historyFrameCount = 128

    package init() {}

    /// Whether samples are resampled, and no more passed as they are.
    package var isCorrecting: Bool {
        switch resampler {
        case .none: false
        case .some: true
        }
    }

    /// Frames that were taken in and have not come out yet.
    package var delay: Double {
        switch resampler {
        case .none: 0
        case .some(let resampler):
            // What waits for the change to be over has been resampled, but is not out.
            resampler.delay
                + Double((transition?.resampled.count ?? 0) / AudioFormat.pipelineChannelCount)
        }
    }

    /// Corrects what comes from here on. To be said again at least every 20 seconds.
    package mutating func correct(by correction: RateCorrection) {
        self.correction = correction
        if !isCorrecting, correction != .none { enter() }
        if transition == nil { resampler?.correct(by: correction) }
    }

    /// Takes `samples` in, and delivers what comes out.
    package mutating func pass(_ samples: Span<Float>, deliver: Delivery) {
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

    /// Delivers all that is still on its way. Nothing may follow.
    package mutating func finish(deliver: Delivery) {
        if let transition { return deliver(transition.untouched.span) }
        deliver(drained().span)
    }
}

extension RateCorrector {
    private mutating func remember(_ samples: Span<Float>) {
        let kept = Self.historyFrameCount * AudioFormat.pipelineChannelCount
        samples.withUnsafeBufferPointer { history += $0.suffix(kept) }
        history.removeFirst(max(0, history.count - kept))
    }

    /// Begins to resample. Where there is no memory for that, the sound goes on uncorrected.
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

    /// What is still on its way in the resampler. The result is valid until the next call.
    private mutating func drained() -> UnsafeBufferPointer<Float> {
        wanted(of: resampler?.resample(nil, count: 0))
    }

    /// `samples` without what was heard already.
    private mutating func wanted(
        of samples: UnsafeBufferPointer<Float>?
    ) -> UnsafeBufferPointer<Float> {
        guard let samples else { return UnsafeBufferPointer(start: nil, count: 0) }
        let skipped = min(toSkip, samples.count / AudioFormat.pipelineChannelCount)
        toSkip -= skipped
        let start = skipped * AudioFormat.pipelineChannelCount
        return UnsafeBufferPointer(rebasing: samples[start...])
    }

    /// Delivers as much of the change as both ways have brought, and ends it where that is all.
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
