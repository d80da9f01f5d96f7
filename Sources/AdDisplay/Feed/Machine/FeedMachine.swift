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
