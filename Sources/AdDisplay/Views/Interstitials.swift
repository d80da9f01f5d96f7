import Advertising

/// Decides whether a screen that is opened may be covered by an ad: one at a time, once a screen,
/// and not more often than the operator allows.
public struct InterstitialGate: Hashable, Sendable {
    /// Whether there may be any at all.
    public var shouldShowInterstitial: Bool

    /// How many may be shown in all (`interstitial_video_view_count`); `nil` for any number.
    public var viewCountCap: Int?

    private var viewCount = 0
    private var presentedScreens: Set<String> = []
    private var cover = Cover.none

    private enum Cover: Hashable {
        case none
        case shown
    }

    /// More screens than a page has; whatever names itself one after that is not covered.
    private static let largestScreenCount = 256

    public init(shouldShowInterstitial: Bool = true, viewCountCap: Int? = nil) {
        self.shouldShowInterstitial = shouldShowInterstitial
        self.viewCountCap = viewCountCap
    }

    /// Whether an ad may cover `screen` now, and so whether one is worth loading.
    package func mayShow(on screen: String) -> Bool {
        shouldShowInterstitial && cover == .none && !presentedScreens.contains(screen)
            && presentedScreens.count < Self.largestScreenCount
            && viewCountCap.map { viewCount < $0 } != false
    }

    /// An ad covers `screen`. Only this counts: a load that failed may be tried again.
    package mutating func shown(on screen: String) {
        viewCount += 1
        presentedScreens.insert(screen)
        cover = .shown
    }

    /// The screen is free again.
    package mutating func dismissed() {
        cover = .none
    }
}

/// Keeps the spots that interstitials bring together with their views: a view closes when its spot
/// is over, and of a view that is closed nothing more is heard.
package struct InterstitialSpots: Hashable, Sendable {
    private var spots: [Advertisement.ID: Entry] = [:]
    private var count = 0

    private struct Entry: Hashable {
        var view: AdViewHandle.ID
        var stage: Stage
    }

    private enum Stage: Hashable {
        /// It waits for its turn among all that is to be heard.
        case waiting
        case heard
        /// The view was closed before.
        case unwanted
    }

    /// Whether a spot is still to be heard.
    package enum Wish: Hashable, Sendable {
        case hear
        case skip
    }

    package init() {}

    /// The spot of `view` under a number that no ad server has given: one below zero.
    package mutating func add(
        _ spot: Advertisement, of view: AdViewHandle.ID
    ) -> Advertisement {
        count += 1
        var spot = spot
        spot.id = -count
        spots[spot.id] = Entry(view: view, stage: .waiting)
        return spot
    }

    /// An advertisement is heard. Returns whether it is to end here.
    package mutating func began(_ id: Advertisement.ID) -> Wish {
        switch spots[id]?.stage {
        case nil, .heard: return .hear
        case .waiting:
            spots[id]?.stage = .heard
            return .hear
        case .unwanted: return .skip
        }
    }

    /// An advertisement is over, or will not be heard. Returns the view that closes with it.
    package mutating func ended(_ id: Advertisement.ID) -> AdViewHandle.ID? {
        guard let entry = spots.removeValue(forKey: id) else { return nil }
        return entry.stage == .unwanted ? nil : entry.view
    }

    /// Nothing that waits will be heard. Returns the views that close with it.
    package mutating func dropWaiting() -> [AdViewHandle.ID] {
        let waiting = spots.filter { $0.value.stage != .heard }.map(\.key).sorted(by: >)
        return waiting.compactMap { ended($0) }
    }

    /// Nothing will be heard any more. Returns the views that close with it.
    package mutating func dropAll() -> [AdViewHandle.ID] {
        spots.keys.sorted(by: >).compactMap { ended($0) }
    }

    /// The view is gone. Returns the spot that is to end, or not to begin.
    package mutating func closed(_ view: AdViewHandle.ID) -> Advertisement.ID? {
        guard let id = spots.first(where: { $0.value.view == view })?.key else { return nil }
        spots[id]?.stage = .unwanted
        return id
    }
}
