import AdDisplay

/// Where ads stand in a page, and who provides them.
public struct AdPageConfiguration: Sendable {
    /// The places of the page, in the order in which they are shown.
    public var placements: [AdPlacement] = Self.usualPlacements

    /// Where the operator's own ads are: a folder that holds a `house-ads.json`, such a list
    /// itself, or its http(s) address. Without one there is no plug-in for house ads.
    public var houseAds: String?

    /// How often ads may cover the screen.
    public var interstitials = InterstitialGate()

    /// Plug-ins of the app's own, in place of those that come with Interlude where the type is the
    /// same. Each is made and used on the page's thread.
    public var plugins: [AdPluginType: @Sendable () -> any AdPlugin] = [:]

    public init() {}

    /// A banner of what is heard at the bottom, one of the operator's between the rows, and one
    /// that covers a screen that is opened.
    public static let usualPlacements = [
        AdPlacement(
            "spot", AdConfig(adUnitId: "spot", adType: .screenBanner), from: .companionBanners),
        AdPlacement(
            "between", AdConfig(adUnitId: "between", inlineBannerSize: "BOX_BANNER"),
            from: .houseAds),
        AdPlacement(
            "opening", AdConfig(adUnitId: "opening", adType: .interstitial), from: .houseAds),
    ]
}
