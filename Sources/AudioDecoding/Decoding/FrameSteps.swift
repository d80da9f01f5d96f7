import MediaTime
import PCMAudio

/// Plays samples a little faster or slower by leaving out or repeating single frames: for samples
/// that nobody hears, because it costs next to nothing. A value.
struct FrameSteps: Hashable, Sendable {
    private var correction = RateCorrection.none
    /// How many frames are still to be left out; negative if some are to be repeated.
    private var owed = 0.0
    /// Whether there was a correction yet.
    private(set) var isCorrecting = false

    mutating func correct(by correction: RateCorrection) {
        self.correction = correction
        if correction != .none { isCorrecting = true }
    }

    mutating func pass(_ samples: Span<Float>, deliver: RateCorrector.Delivery) {
        let channels = AudioFormat.pipelineChannelCount
        let frameCount = samples.count / channels
        owed += Double(frameCount) * Double(correction.partsPerMillion) / 1e6
        let steps = min(Int(saturating: owed), frameCount)
        owed -= Double(steps)
        for _ in stride(from: steps, to: 0, by: 1) { deliver(samples.extracting(0..<channels)) }
        deliver(samples.extracting((max(0, steps) * channels)..<samples.count))
    }
}
