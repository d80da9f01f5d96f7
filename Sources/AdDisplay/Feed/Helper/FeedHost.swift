/// A list of rows in sections, in which a ``StreamAdHelper`` puts ads: a table in the seed.
///
/// Called on the helper's executor.
public protocol FeedHost: AnyObject {
    /// How many items, without ads, each section has now.
    var itemCounts: [Int] { get }

    /// The first and the last row in view, ads among them; `nil` if none is.
    var visiblePaths: ClosedRange<FeedPath>? { get }

    /// Shows a new row with an ad at `path`; what was there moves down. The helper counts the row
    /// already.
    func insertRow(_ view: FeedAdView, at path: FeedPath)

    /// Takes rows of ads away. The paths are those before the first of them is gone, from the top
    /// down.
    func deleteRows(at paths: [FeedPath])

    /// Shows all rows anew, from the items alone: no ad has a row any more.
    func reload()

    /// The ad at `path` has grown or shrunk; its row is to become `height` points high within
    /// `duration`.
    func rowHeightChanged(at path: FeedPath, to height: Double, within duration: Duration)
}

/// What a ``StreamAdHelper`` asks of who has made it. Called on the helper's executor.
public protocol StreamAdHelperDelegate: AnyObject {
    /// An ad is there, and would best appear at `path` (the seed's
    /// `onADLoaded:atIndexPath:isPreroll:`, rule I4).
    ///
    /// Returns the path at which it shall appear, or `nil` if it shall not. Never the first row of
    /// a section, one in view or above it, or one past the last: that counts as `nil`. The host is
    /// told to insert the row afterwards, a preroll at once and any other on the next turn; until
    /// then neither its data nor the helper count it.
    func onAdLoaded(
        _ view: FeedAdView, at path: FeedPath, _ insertion: FeedInsertion
    ) -> FeedPath?

    /// The ad at `path` grows below its lower edge (the seed's `onADAnimation:atIndexPath:`,
    /// rule I6). The host is told of the row's new height as well.
    func onAdAnimation(_ view: FeedAdView, at path: FeedPath)

    /// Whether the feed is at rest: neither dragged nor still rolling (the seed's `checkIdle`).
    func checkIdle() -> FeedMotion
}

/// Hears what happens to the ads of a feed. Called on the helper's executor, after the fact.
public protocol FeedObserver: AnyObject {
    func onFeedEvent(_ event: FeedEvent)

    /// An ad has started for the first time.
    func onAdImpression(adID: String)

    /// An ad was clicked; to open `landingURL` is the app's business. `nil` if it leads nowhere.
    func onAdClick(adID: String, landingURL: String?)
}
