extension FeedMachine {
    /// What can happen to a feed. Paths are adjusted ones unless they say otherwise.
    package enum Event: Hashable, Sendable {
        // The feed.

        /// How many items its sections have. If that is news, the feed was built anew.
        case counted([Int])
        /// It was built anew, with so many items in its sections; no ad has a row any more.
        case rebuilt([Int])
        /// The items have changed; an edit that is not possible has no effect.
        case edited(FeedEdit)
        /// Everything there was is over: a new series of requests begins.
        case cleaned(milliseconds: Int64)

        // What the listener sees of it.

        /// The feed is about to be shown for the first time, with so many rows.
        case preroll(visibleCount: Int)
        case drawn(FeedPath)
        /// The first and the last row in view; `nil` if none is.
        case scrolled(ClosedRange<FeedPath>?)
        case motionChanged(FeedMotion)
        case activityChanged(FeedActivity)

        // What the host wants.

        case settingsChanged(FeedSettings)
        /// The original paths of the host's own ads.
        case appAdsChanged([FeedPath])
        /// The original paths of the items above which ads are wanted, instead of where the ad
        /// server wants them; none leaves it to the ad server.
        case customPathsChanged([FeedPath])
        /// The positions at which ads may appear at all.
        case windowChanged(Range<Int>)
        case stopAll

        // What the listener does with an ad.

        case start(FeedAdHandle)
        case stop(FeedAdHandle)
        case clicked(FeedAdHandle)

        // Answers.

        case loaded(FeedAdRequest.ID, FeedAd)
        /// There is no ad, or none in time.
        case failed(FeedAdRequest.ID, FeedAdFailure)
        /// Where the host lets the ad appear that it was offered; `nil` if nowhere.
        case answered(FeedTicket, FeedPath?)
        /// The turn has come that was asked for.
        case turn(FeedTicket)
        case audio(FeedTicket, FeedAudioNews)
    }
}
