/// Where the ads of a feed come from.
public protocol FeedAdSource: Sendable {
    /// An ad that is there already; `nil` if none is. Never waits (rule I2: a preroll's
    /// time-out is 0).
    func readyAd(for request: FeedAdRequest) -> FeedAd?

    /// Gets an ad. Who asks waits at most as long as his settings say, and then cancels the task.
    func ad(for request: FeedAdRequest) async throws(FeedAdFailure) -> FeedAd
}
