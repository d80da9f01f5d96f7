/// How a row with an ad comes into a feed (rule I5).
public enum FeedInsertion: Hashable, Sendable {
    /// At once, before the feed is shown for the first time.
    case preroll
    /// On the next turn, since the feed may be in the middle of drawing itself.
    case later
}
