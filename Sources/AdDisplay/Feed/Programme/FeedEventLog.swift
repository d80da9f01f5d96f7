/// Keeps what happens to the ads of a feed until somebody takes it.
final class FeedEventLog: FeedObserver {
    private var events: [FeedEvent] = []

    func onFeedEvent(_ event: FeedEvent) {
        events.append(event)
    }

    func onAdImpression(adID: String) {}

    func onAdClick(adID: String, landingURL: String?) {}

    func take() -> [FeedEvent] {
        defer { events = [] }
        return events
    }
}
