import Advertising

/// Decides where ads appear in a feed, and which of them is started.
///
/// A value without I/O, clock or lock; the shell carries out its effects in order.
package struct FeedMachine: Hashable, Sendable {
    package let served: ServedPlacements

    /// A feed that has this many ads requests no more until it is cleaned. It can still insert again
    /// the ads that lost their rows.
    static let maximumAdCount = 1000

    package internal(set) var settings = FeedSettings()

    package internal(set) var layout = FeedLayout(itemCounts: [])

    /// All ads, with or without a row.
    package internal(set) var ads: [FeedAdHandle: LoadedAd] = [:]

    package internal(set) var activity: FeedActivity = .inactive

    /// The current series of requests.
    package internal(set) var key: FeedRequestKey

    /// The number of answers that came too late.
    package internal(set) var staleCount = 0

    /// The queue of ads per placement name.
    var lines: [String: PlacementLine] = [:]

    /// The visible positions.
    var visible: ClosedRange<Int>?

    var motion: FeedMotion = .idle

    /// The positions allowed for ads.
    var window: Range<Int> = 0..<Int.max

    /// The host's own ads, which ours keep away from.
    var appAds = ItemPaths()

    /// Items above which ads are wanted. If there are any, ads appear nowhere else.
    var customPaths = ItemPaths()

    /// The placements that a preroll tries next.
    var prerolls: ArraySlice<Placement> = []

    /// Changes with every change of the layout.
    var layoutVersion = 0

    var requestCount: UInt64 = 0
    var ticketCount: UInt64 = 0
    var handleCount: UInt64 = 0

    /// `milliseconds` since 1970 identify the first series of requests.
    package init(_ served: ServedPlacements, milliseconds: Int64) {
        self.served = served
        key = FeedRequestKey(name: served.name, milliseconds: milliseconds)
    }

    /// Processes an event and returns the effects for the shell.
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
        case .audio(let ticket, let audioEvent): audio(ticket, audioEvent, &effects)
        }
        return effects
    }
}

extension FeedMachine {
    /// An input of the machine. Paths are adjusted unless stated otherwise.
    package enum Event: Hashable, Sendable {
        // The feed.

        /// The number of items per section. A change means that the feed was rebuilt.
        case counted([Int])
        /// The feed was rebuilt with these numbers of items; no ad has a row any more.
        case rebuilt([Int])
        /// The items changed; an impossible edit has no effect.
        case edited(FeedEdit)
        /// Everything ends, and a new series of requests starts.
        case cleaned(milliseconds: Int64)

        // Visibility.

        /// The feed is about to be shown for the first time, with this number of rows.
        case preroll(visibleCount: Int)
        case drawn(FeedPath)
        /// The first and last visible row; `nil` if none is visible.
        case scrolled(ClosedRange<FeedPath>?)
        case motionChanged(FeedMotion)
        case activityChanged(FeedActivity)

        // Settings of the host.

        case settingsChanged(FeedSettings)
        /// The original paths of the host's own ads.
        case appAdsChanged([FeedPath])
        /// The original paths of the items above which ads are wanted; if empty, the ad server
        /// decides.
        case customPathsChanged([FeedPath])
        /// The positions allowed for ads.
        case windowChanged(Range<Int>)
        case stopAll

        // Commands of the listener.

        case start(FeedAdHandle)
        case stop(FeedAdHandle)
        case clicked(FeedAdHandle)

        // Answers.

        case loaded(FeedAdRequest.ID, FeedAd)
        /// There is no ad, or none in time.
        case failed(FeedAdRequest.ID, FeedAdFailure)
        /// The path that the host chose for the offered ad; `nil` refuses it.
        case answered(FeedTicket, FeedPath?)
        /// The requested turn.
        case turn(FeedTicket)
        case audio(FeedTicket, FeedAudioEvent)
    }
}

extension FeedMachine {
    /// An instruction for the shell, carried out in order.
    package enum Effect: Hashable, Sendable {
        // Loading.

        /// Answer at once, with an available ad or ``FeedAdFailure/noAd``.
        case takeReady(FeedAdRequest)
        /// Load an ad; the answer is a later event.
        case load(FeedAdRequest)
        /// Cancel the request; no answer needs to follow.
        case cancel(FeedAdRequest.ID)
        /// Let the request fail with ``FeedAdFailure/timeout`` after this time unless disarmed.
        case armTimer(FeedAdRequest.ID, after: Duration)
        /// The answer has arrived.
        case disarmTimer(FeedAdRequest.ID)

        // The feed.

        /// Ask the host at once where the ad may appear.
        case offer(FeedTicket, FeedAdView, at: FeedPath, FeedInsertion)
        /// Send ``Event/turn(_:)`` after the current call has returned.
        case enqueueTurn(FeedTicket)
        case insertRow(FeedAdView, at: FeedPath)
        /// The paths are those before the first removal, in ascending order.
        case deleteRows([FeedPath])
        /// The host has rows of ads that no longer exist.
        case reload
        /// The ad grew.
        case animate(FeedAdView, at: FeedPath)

        // Audio.

        /// Play the ad's spot unless other audio has priority; events follow.
        case requestAudio(FeedTicket, Advertisement)
        /// Stop the ad's audio if it still plays; no event needs to follow.
        case releaseAudio(FeedTicket)

        case tell(FeedEvent)
    }
}
