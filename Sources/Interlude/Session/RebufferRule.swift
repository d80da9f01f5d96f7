import MediaTime

/// How much of a stream that ran dry has to be there before it goes on.
///
/// The more often it runs dry, the more; and less again once it has not for a while.
struct RebufferRule: Hashable, Sendable {
    private let least: Duration
    private var threshold: Duration
    /// The output frame at which it ran dry last.
    private var last: FrameTime?

    private static let most = Duration.seconds(8)
    private static let factor = 1.5
    /// Running dry again within this time asks for more; each of the other without it for less.
    private static let short = Duration.seconds(5 * 60)
    private static let clean = Duration.seconds(10 * 60)

    init(_ configuration: SessionConfiguration) {
        least = max(configuration.startThreshold * 2, configuration.rebufferThreshold)
        threshold = self.least
    }

    /// It ran dry at output frame `frame`. Returns how much of it has to be there to go on.
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
