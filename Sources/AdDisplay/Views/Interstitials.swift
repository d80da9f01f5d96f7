import Advertising

/// Decides whether an ad may cover an opened screen: one at a time, once per screen, and within the
/// operator's limit.
public struct InterstitialGate: Hashable, Sendable {
    /// Whether interstitials are allowed at all.
    public var shouldShowInterstitial: Bool

    /// The total limit (`interstitial_video_view_count`); `nil` for none.
    public var viewCountCap: Int?

    private var viewCount = 0
    private var presentedScreens: Set<String> = []
    private var cover = Cover.none

    private enum Cover: Hashable {
        case none
        case shown
    }

    /// The limit of remembered screens; others are not covered.
    private static let largestScreenCount = 256

    public init(shouldShowInterstitial: Bool = true, viewCountCap: Int? = nil) {
        self.shouldShowInterstitial = shouldShowInterstitial
        self.viewCountCap = viewCountCap
    }

    /// Whether an ad may cover `screen` now, and is worth loading.
    package func mayShow(on screen: String) -> Bool {
        shouldShowInterstitial && cover == .none && !presentedScreens.contains(screen)
            && presentedScreens.count < Self.largestScreenCount
            && viewCountCap.map { viewCount < $0 } != false
    }

    /// An ad covers `screen`. Failed loads do not count.
    package mutating func shown(on screen: String) {
        viewCount += 1
        presentedScreens.insert(screen)
        cover = .shown
    }

    /// The screen is no longer covered.
    package mutating func dismissed() {
        cover = .none
    }
}

/// Ties the spots of interstitials to their views: a view closes when its spot ends, and a closed
/// view's spot stops.
package struct InterstitialSpots: Hashable, Sendable {
    private var spots: [Advertisement.ID: Entry] = [:]
    private var count = 0

    private struct Entry: Hashable {
        var view: AdViewHandle.ID
        var stage: Stage
        /// The id until the session has numbered the spot. Each is less than the one before.
        var provisional: Advertisement.ID
    }

    private enum Stage: Hashable {
        /// It is queued.
        case waiting
        case heard
        /// The view was closed before the spot started.
        case unwanted
    }

    /// Whether a spot should still be heard.
    package enum Wish: Hashable, Sendable {
        case hear
        case skip
    }

    package init() {}

    /// Adds the spot of `view` under a negative id, which no ad server assigns, until ``number(_:as:)``.
    package mutating func add(
        _ spot: Advertisement, of view: AdViewHandle.ID
    ) -> Advertisement {
        count += 1
        var spot = spot
        spot.id = -count
        spots[spot.id] = Entry(view: view, stage: .waiting, provisional: spot.id)
        return spot
    }

    /// The session has numbered the spot `id`, and reports it by that number. Returns whether it should
    /// still be heard.
    package mutating func number(
        _ id: Advertisement.ID, as number: Advertisement.ID
    ) -> Wish {
        guard let entry = spots.removeValue(forKey: id) else { return .hear }
        spots[number] = entry
        return entry.stage == .unwanted ? .skip : .hear
    }

    /// The session has refused the spot that was added under `id`. Returns the view that closes.
    package mutating func refused(_ id: Advertisement.ID) -> AdViewHandle.ID? {
        spots.first { $0.value.provisional == id }.flatMap { ended($0.key) }
    }

    /// An advertisement started. Returns whether to end it.
    package mutating func began(_ id: Advertisement.ID) -> Wish {
        switch spots[id]?.stage {
        case nil, .heard: return .hear
        case .waiting:
            spots[id]?.stage = .heard
            return .hear
        case .unwanted: return .skip
        }
    }

    /// An advertisement ended or will not be heard. Returns the view that closes with it.
    package mutating func ended(_ id: Advertisement.ID) -> AdViewHandle.ID? {
        guard let entry = spots.removeValue(forKey: id) else { return nil }
        return entry.stage == .unwanted ? nil : entry.view
    }

    /// No queued spot will be heard. Returns the views that close with them.
    package mutating func dropWaiting() -> [AdViewHandle.ID] {
        inOrder.filter { $0.value.stage != .heard }.compactMap { ended($0.key) }
    }

    /// No spot will be heard any more. Returns the views that close with them.
    package mutating func dropAll() -> [AdViewHandle.ID] {
        inOrder.compactMap { ended($0.key) }
    }

    private var inOrder: [(key: Advertisement.ID, value: Entry)] {
        spots.sorted { $0.value.provisional > $1.value.provisional }
    }

    /// The view was closed. Returns the spot to end or to drop.
    package mutating func closed(_ view: AdViewHandle.ID) -> Advertisement.ID? {
        guard let id = spots.first(where: { $0.value.view == view })?.key else { return nil }
        spots[id]?.stage = .unwanted
        return id
    }
}
