import MediaTime

/// Decides how much audio a stream needs to resume after an underrun.
///
/// Each underrun soon after another raises the threshold, and a long time without one lowers it.
struct RebufferRule: Hashable, Sendable {
    private let least: Duration
    private var threshold: Duration
    /// The output frame of the last underrun.
    private var last: FrameTime?

    private static let most = Duration.seconds(8)
    private static let factor = 1.5
    /// An underrun less than `short` after the last one raises the threshold. Each full `clean`
    /// since the last one lowers it.
    private static let short = Duration.seconds(5 * 60)
    private static let clean = Duration.seconds(10 * 60)

    init(_ configuration: SessionConfiguration) {
        least = max(configuration.startThreshold * 2, configuration.rebufferThreshold)
        threshold = self.least
    }

    /// Records an underrun at output frame `frame`. Returns how much audio the stream needs to
    /// resume.
    mutating func noteUnderrun(at frame: FrameTime) -> Duration {
        if let last {
            let since = Duration.frames(frame - last)
            if since < Self.short {
                threshold = min(threshold.multiplied(by: Self.factor), max(Self.most, least))
            } else {
                for _ in 0..<Int(saturating: since / Self.clean) where threshold > least {
                    threshold = max(threshold.divided(by: Self.factor), least)
                }
            }
        }
        last = frame
        return threshold
    }
}
