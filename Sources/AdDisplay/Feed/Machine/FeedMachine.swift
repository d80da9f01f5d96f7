import Advertising

/// Decides where in a feed ads appear, and which of them is started.
///
/// A value without I/O, clock or lock: an event goes in, effects come out, and the shell carries
/// them out in order.
package struct FeedMachine: Hashable, Sendable {
    package let served: ServedPlacements

    package internal(set) var settings = FeedSettings()

    package internal(set) var layout = FeedLayout(itemCounts: [])

    /// All ads that there are, with a row or without.
    package internal(set) var ads: [FeedAdHandle: LoadedAd] = [:]

    package internal(set) var activity: FeedActivity = .inactive

    /// Which series of requests runs.
    package internal(set) var key: FeedRequestKey

    /// Answers that belonged to something that was over.
    package internal(set) var staleCount = 0

    /// One line of ads for each placement, by its name.
    var lines: [String: PlacementLine] = [:]

    /// The positions in view.
    var visible: ClosedRange<Int>?

    var motion: FeedMotion = .idle

    /// The positions at which ads may appear.
    var window: Range<Int> = 0..<Int.max

    /// Ads of the host's own, which ours keep away from.
    var appAds = ItemPaths()

    /// Items above which ads are wanted; if there are any, nowhere else.
    var customPaths = ItemPaths()

    /// The placements that a preroll asks next if the one that it asks has no ad.
    var prerolls: ArraySlice<Placement> = []

    /// Changes with every change of the layout.
    var layoutVersion = 0

    var requestCount: UInt64 = 0
    var ticketCount: UInt64 = 0
    var handleCount: UInt64 = 0

    /// `milliseconds` since 1970 name the first series of requests.
    package init(_ served: ServedPlacements, milliseconds: Int64) {
        self.served = served
        key = FeedRequestKey(name: served.name, milliseconds: milliseconds)
    }

    /// Takes in what has happened, and returns what is to be done about it.
    package mutating func receive(_ event: Event) -> [Effect] {
        var effects: [Effect] = []
        switch event {
        case .counted(let itemCounts): count(itemCounts, &effects)
        case .rebuilt(let itemCounts): rebuild(itemCounts, &effects)
        case .edited(let edit): apply(edit, &effects)
        case .cleaned(let milliseconds): clean(milliseconds, &effects)
        case .preroll(let visibleCount): preroll(visibleCount, &effects)
        case .drawn(let path): drawn(path, &effects)
        case .scrolled(let paths): scrolled(paths, &effects)
        case .motionChanged(let motion):
            self.motion = motion
            updateStatus(&effects)
        case .activityChanged(let activity): setActivity(activity, &effects)
        case .settingsChanged(let settings): self.settings = settings
        case .appAdsChanged(let paths): appAds = ItemPaths(paths)
        case .customPathsChanged(let paths): customPaths = ItemPaths(paths)
        case .windowChanged(let window): self.window = window
        case .start(let handle): startByListener(handle, &effects)
        case .stop(let handle): stopByListener(handle, &effects)
        case .stopAll: stopAll(&effects)
        case .clicked(let handle): click(handle, &effects)
        case .loaded(let id, let ad): loaded(id, ad, &effects)
        case .failed(let id, let failure): failed(id, failure, &effects)
        case .answered(let ticket, let path): answered(ticket, path, &effects)
        case .turn(let ticket): turn(ticket, &effects)
        case .audio(let ticket, let news): audio(ticket, news, &effects)
        }
        return effects
    }
}

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
