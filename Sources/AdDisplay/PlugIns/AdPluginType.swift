/// What kind of ads a plug-in provides: the key under which it is registered.
public struct AdPluginType: RawRepresentable, Hashable, Sendable {
    public var rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Banners of the advertisement that is heard.
    public static let companionBanners = AdPluginType(rawValue: "companionBanners")

    /// The operator's own ads, from a folder or an address.
    public static let houseAds = AdPluginType(rawValue: "houseAds")
}
