/// Which ad is wanted, and in what shape: the model of one ad view (rule A6).
public struct AdConfig: Hashable, Sendable {
    /// The name under which a provider keeps the ads for this place.
    public let adUnitId: String

    public let adType: AdType

    /// The plug-in's name for the size of an inline banner; `nil` for every other type.
    public let inlineBannerSize: String?

    /// An inline banner.
    public init(adUnitId: String, inlineBannerSize: String) {
        self.adUnitId = adUnitId
        self.inlineBannerSize = inlineBannerSize
        adType = .inlineBanner
    }

    /// An ad of that type; an inline banner without a size of its own has the plug-in's usual one.
    public init(adUnitId: String, adType: AdType) {
        self.adUnitId = adUnitId
        self.adType = adType
        inlineBannerSize = nil
    }
}

/// Where an ad stands (rule A5). The numbers are the published ones.
public enum AdType: Int, Hashable, Sendable, CaseIterable {
    /// Between the rows of a page.
    case inlineBanner = 0

    /// Over the whole of a screen that is opened.
    case interstitial = 1

    /// At the bottom of a screen, whatever is scrolled above it.
    case screenBanner = 2
}

/// A place of a page where an ad may stand.
public struct AdPlacement: Hashable, Sendable {
    /// The page's name for it; no two places of a page have the same. Ids of views begin with it.
    public var name: String

    public var config: AdConfig

    /// Who provides the ads.
    public var plugin: AdPluginType

    public init(_ name: String, _ config: AdConfig, from plugin: AdPluginType) {
        self.name = name
        self.config = config
        self.plugin = plugin
    }
}
