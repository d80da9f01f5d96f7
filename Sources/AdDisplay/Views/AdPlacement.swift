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
