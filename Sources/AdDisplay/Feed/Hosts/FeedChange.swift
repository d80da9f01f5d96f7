/// A change of the rows of a feed, in the order in which it is to be shown.
public enum FeedChange: Hashable, Sendable {
    case inserted(FeedAdView, FeedPath)
    /// The paths are those before the first of the rows is gone, from the top down.
    case deleted([FeedPath])
    case reloaded
    case resized(FeedPath, height: Double, within: Duration)
    /// An item or a section has come, gone or moved.
    case edited(FeedEdit)
}
