/// A list of rows in sections that shows ads of a ``StreamAdHelper``; a table in the seed.
///
/// Called on the helper's executor.
public protocol FeedHost: AnyObject {
    /// The current number of items, without ads, per section.
    var itemCounts: [Int] { get }

    /// The first and last visible row, ads included; `nil` if none is visible.
    var visiblePaths: ClosedRange<FeedPath>? { get }

    /// Inserts a row with an ad at `path`; the rows below move down. The helper already counts the
    /// row.
    func insertRow(_ view: FeedAdView, at path: FeedPath)

    /// Removes rows of ads. The paths are those before the first removal, in ascending order.
    func deleteRows(at paths: [FeedPath])

    /// Reloads all rows from the items alone; no ad has a row any more.
    func reload()

    /// The ad at `path` changed its size; its row should be `height` points high after `duration`.
    func rowHeightChanged(at path: FeedPath, to height: Double, within duration: Duration)
}

/// Decisions that a ``StreamAdHelper`` leaves to its creator. Called on the helper's executor.
public protocol StreamAdHelperDelegate: AnyObject {
    /// Returns where a loaded ad should appear; the helper suggests `path` (the seed's
    /// `onADLoaded:atIndexPath:isPreroll:`, rule I4).
    ///
    /// `nil` refuses the ad. So does the first row of a section, a row that is visible or above
    /// one, and a row past the last. The host is told to insert the row later: at once for a
    /// preroll, otherwise on the next turn. Until then neither its data nor the helper count the
    /// row.
    func onAdLoaded(
        _ view: FeedAdView, at path: FeedPath, _ insertion: FeedInsertion
    ) -> FeedPath?

    /// The ad at `path` grows downwards (the seed's `onADAnimation:atIndexPath:`, rule I6). The
    /// host also gets the row's new height.
    func onAdAnimation(_ view: FeedAdView, at path: FeedPath)

    /// Whether the feed is at rest: not dragged and not scrolling (the seed's `checkIdle`).
    func checkIdle() -> FeedMotion
}

/// Is notified of events of a feed's ads, on the helper's executor.
public protocol FeedObserver: AnyObject {
    func onFeedEvent(_ event: FeedEvent)

    /// The ad has started for the first time.
    func onAdImpression(adID: String)

    /// The ad was clicked. The app opens `landingURL`, which is `nil` without a target.
    func onAdClick(adID: String, landingURL: String?)
}
