import MediaTime
import PCMAudio

/// Everything to play, as clips on the output timeline.
///
/// A plan is a value. It describes every output frame from ``validFrom`` on, as far as that is
/// known. Earlier frames were rendered under earlier plans; this plan repeats only those that may
/// have to be rendered again.
public struct MixPlan: Hashable, Sendable {
    /// The first output frame at which this plan differs from the previous one.
    public var validFrom: FrameTime

    /// Clips in the order in which they are summed.
    public var clips: [Clip]

    /// Output ranges in which the limiter works: where sources are summed, or one is amplified.
    /// Sorted and disjoint. The limiter changes only samples in them and in the release after them.
    public var limited: [FrameRange]

    public init(
        validFrom: FrameTime = .zero, clips: [Clip] = [], limited: [FrameRange] = []
    ) {
        self.validFrom = validFrom
        self.clips = clips
        self.limited = limited
    }
}
