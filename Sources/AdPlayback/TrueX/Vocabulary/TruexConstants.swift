/// What hosts of true[X] share: words of its documents and times that hold unless told otherwise.
public enum TruexConstants {
    /// What a true[X] ad has as its `apiFramework`; compared without regard to case.
    public static let apiFrameworks = ["truex", "VPAID"]

    /// The slot types of pods. Schedules name the first two; the others are for hosts that show an
    /// ad where their listener has paused, or over a stream that plays on.
    public static let slotTypes = TruexSlotType.allCases

    /// What stands in a timer's text in place of the seconds left.
    public static let countdownMark = "[countdown]"

    // MARK: Times

    /// How long the choice card waits for an answer.
    public static let choiceCardTime = Duration.seconds(15)

    /// How much attention earns the credit, beside one interaction.
    public static let attentionTime = Duration.seconds(30)

    public static let skipCardTime = Duration.seconds(3)

    /// How long the ad server has for its answer.
    public static let fetchTime = Duration.seconds(15)

    /// How long a host waits after `start` for `onAdStarted`.
    public static let startTime = Duration.seconds(8)

    /// How long a unit waits for somebody to look at it once no page is open any more.
    public static let audienceTime = Duration.seconds(30)

    /// How long before a pod its ad is asked for.
    public static let preloadTime = Duration.seconds(20)

    /// After how many opt-outs in a row an ad that caps them shows no card any more.
    public static let optOutCap = 3
}
