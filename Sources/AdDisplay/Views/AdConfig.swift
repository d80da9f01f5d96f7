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
