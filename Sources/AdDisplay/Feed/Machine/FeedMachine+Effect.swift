import Advertising

extension FeedMachine {
    /// What the shell has to do, in the order given.
    package enum Effect: Hashable, Sendable {
        // Loading.

        /// Answer at once, with an ad that is there or with ``FeedAdFailure/noAd``.
        case takeReady(FeedAdRequest)
        /// Load an ad; the answer comes back as an event, later.
        case load(FeedAdRequest)
        /// The ad is not wanted any more, nor waited for; nothing need come back.
        case cancel(FeedAdRequest.ID)
        /// Let the request fail with ``FeedAdFailure/timeout`` after so long, unless disarmed.
        case armTimer(FeedAdRequest.ID, after: Duration)
        /// The answer is in.
        case disarmTimer(FeedAdRequest.ID)

        // The feed.

        /// Ask the host at once where it lets the ad appear.
        case offer(FeedTicket, FeedAdView, at: FeedPath, FeedInsertion)
        /// Send ``Event/turn(_:)``, but not before whoever called is done.
        case enqueueTurn(FeedTicket)
        case insertRow(FeedAdView, at: FeedPath)
        /// The paths are those before the first of the rows is gone, from the top down.
        case deleteRows([FeedPath])
        /// The rows of the host hold ads that there are no more.
        case reload
        /// The ad has grown.
        case animate(FeedAdView, at: FeedPath)

        // Sound.

        /// Let the ad be heard if nothing goes first; what becomes of it comes back as events.
        case requestAudio(FeedTicket, Advertisement)
        /// It is not to be heard any more, if it still is; nothing need come back.
        case releaseAudio(FeedTicket)

        case tell(FeedEvent)
    }
}
