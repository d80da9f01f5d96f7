/// Hears what happens to the ads of a feed. Called on the helper's executor, after the fact.
public protocol FeedObserver: AnyObject {
    func onFeedEvent(_ event: FeedEvent)

    /// An ad has started for the first time.
    func onAdImpression(adID: String)

    /// An ad was clicked; to open `landingURL` is the app's business. `nil` if it leads nowhere.
    func onAdClick(adID: String, landingURL: String?)
}
