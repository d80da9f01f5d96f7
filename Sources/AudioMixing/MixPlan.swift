import MediaTime
import PCMAudio

/// All that is heard, written down as clips on the output timeline.
///
/// A plan is a value: it says what every output frame from ``validFrom`` on
/// sounds like, as far as it is known. Frames before that have been rendered
/// under earlier plans and are repeated here only as far as they may have to
/// be rendered again.
public struct MixPlan: Hashable, Sendable {
    /// The first output frame at which this plan differs from the one before it.
    public var validFrom: FrameTime

    /// Clips in the order in which they are summed.
    public var clips: [Clip]

    /// Output ranges in which the limiter works: where sources are summed or a source is raised.
    /// Sorted and apart from each other. Outside of them nothing touches a sample.
    public var limited: [FrameRange]

    public init(
        validFrom: FrameTime = .zero, clips: [Clip] = [], limited: [FrameRange] = []
    ) {
        self.validFrom = validFrom
        self.clips = clips
        self.limited = limited
    }
}
