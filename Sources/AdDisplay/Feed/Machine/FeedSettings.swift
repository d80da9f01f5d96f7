/// The settings of a feed's ads.
public struct FeedSettings: Hashable, Sendable {
    /// The preferred width in points; `nil` leaves it to the ad server.
    public var preferredAdWidth: Double?

    /// The space above and below an ad in points.
    public var verticalMargin: Double = 5

    /// The timeout of a request; a preroll does not wait at all.
    public var timeout: Duration = .seconds(5)

    public var autoplay: Autoplay = .whenIdle
    public var replay: Replay = .byListener

    public init() {}

    /// When an ad starts by itself.
    public enum Autoplay: Hashable, Sendable {
        /// When it is visible and the feed is at rest.
        case whenIdle
        case never
    }

    /// Whether an ad that was heard to its end starts again.
    public enum Replay: Hashable, Sendable {
        case byListener
        case automatic
    }
}

/// When an ad's row is inserted (rule I5).
public enum FeedInsertion: Hashable, Sendable {
    /// At once, before the feed is first shown.
    case preroll
    /// On the next turn, because the feed may be drawing.
    case later
}
