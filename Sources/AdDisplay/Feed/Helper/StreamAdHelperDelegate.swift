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
