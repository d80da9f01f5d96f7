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
