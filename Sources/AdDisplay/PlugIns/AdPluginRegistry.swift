/// The plug-ins that are there (rule A13).
public struct AdPluginRegistry {
    private var factories: [AdPluginType: () -> any AdPlugin] = [:]

    /// A registry without a plug-in, with which every host has to do.
    public init() {}

    /// Registers a plug-in, in place of one of the same type.
    public mutating func register(
        _ type: AdPluginType, _ makePlugin: @escaping () -> any AdPlugin
    ) {
        factories[type] = makePlugin
    }

    /// A new instance of the plug-in of that type; `nil` if there is none.
    public func getAdPlugin(_ type: AdPluginType) -> (any AdPlugin)? {
        factories[type]?()
    }
}
