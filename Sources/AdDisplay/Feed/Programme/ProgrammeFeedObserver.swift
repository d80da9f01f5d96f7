/// Hears what becomes of a programme feed. Called on the feed's executor, in order.
public protocol ProgrammeFeedObserver: AnyObject, Sendable {
    /// The rows are others than before, or show something else.
    func programmeChanged(to rows: [ProgrammeRow])

    func onFeedEvent(_ event: FeedEvent)
}
