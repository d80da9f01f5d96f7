/// How a feed wants its ads.
public struct FeedSettings: Hashable, Sendable {
    /// How wide in points ads are preferred to be; `nil` leaves it to the ad server.
    public var preferredAdWidth: Double?

    /// What is left free above an ad, and below it, in points.
    public var verticalMargin: Double = 5

    /// How long an ad is waited for; a preroll is not waited for at all.
    public var timeout: Duration = .seconds(5)

    public var autoplay: Autoplay = .whenIdle
    public var replay: Replay = .byListener

    public init() {}

    /// When an ad starts without being asked to.
    public enum Autoplay: Hashable, Sendable {
        /// When it is in view and the feed is at rest.
        case whenIdle
        case never
    }

    /// Whether an ad that was heard to its end starts again.
    public enum Replay: Hashable, Sendable {
        case byListener
        case automatic
    }
}

/// How a row with an ad comes into a feed (rule I5).
public enum FeedInsertion: Hashable, Sendable {
    /// At once, before the feed is shown for the first time.
    case preroll
    /// On the next turn, since the feed may be in the middle of drawing itself.
    case later
}
