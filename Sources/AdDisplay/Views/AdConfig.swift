/// The requested ad and its shape: the model of an ad view (rule A6).
public struct AdConfig: Hashable, Sendable {
    /// The provider's name for the placement.
    public let adUnitId: String

    public let adType: AdType

    /// The plug-in's name of an inline banner's size; `nil` for all other types.
    public let inlineBannerSize: String?

    public init(adUnitId: String, inlineBannerSize: String) {
        self.adUnitId = adUnitId
        self.inlineBannerSize = inlineBannerSize
        adType = .inlineBanner
    }

    /// An ad of this type. An inline banner has the plug-in's default size.
    public init(adUnitId: String, adType: AdType) {
        self.adUnitId = adUnitId
        self.adType = adType
        inlineBannerSize = nil
    }
}

/// The kind of placement (rule A5). The raw values are the published ones.
public enum AdType: Int, Hashable, Sendable, CaseIterable {
    /// Between the rows of a page.
    case inlineBanner = 0

    /// Covers a screen that is opened.
    case interstitial = 1

    /// At the bottom of a screen, above scrolled content.
    case screenBanner = 2
}

/// A place for an ad on a page.
public struct AdPlacement: Hashable, Sendable {
    /// The page's name for it, unique on the page. Ids of views begin with it.
    public var name: String

    public var config: AdConfig

    /// The provider of the ads.
    public var plugin: AdPluginType

    public init(_ name: String, _ config: AdConfig, from plugin: AdPluginType) {
        self.name = name
        self.config = config
        self.plugin = plugin
    }
}
