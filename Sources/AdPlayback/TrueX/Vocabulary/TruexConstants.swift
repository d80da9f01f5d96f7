/// Constants of true[X]: names in its documents, and default times.
public enum TruexConstants {
    /// The `apiFramework` of true[X] ads, compared without regard to case.
    public static let apiFrameworks = ["truex", "VPAID"]

    /// All slot types. Schedules use the first two; hosts use the others for ads in a pause or over
    /// a playing stream.
    public static let slotTypes = TruexSlotType.allCases

    /// Replaced in a timer's text by the seconds left.
    public static let countdownMark = "[countdown]"

    // MARK: Times

    /// How long the choice card waits for an answer.
    public static let choiceCardTime = Duration.seconds(15)

    /// The attention that earns the credit, together with one interaction.
    public static let attentionTime = Duration.seconds(30)

    public static let skipCardTime = Duration.seconds(3)

    /// The timeout of the request for an ad.
    public static let fetchTime = Duration.seconds(15)

    /// How long a host waits after `start` for `onAdStarted`.
    public static let startTime = Duration.seconds(8)

    /// How long a unit waits for a viewer once no page is open.
    public static let audienceTime = Duration.seconds(30)

    /// How long before a pod its ad is requested.
    public static let preloadTime = Duration.seconds(20)

    /// The number of successive opt-outs after which a capped ad shows no card.
    public static let optOutCap = 3
}
