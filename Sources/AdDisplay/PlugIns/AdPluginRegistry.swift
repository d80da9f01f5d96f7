import Synchronization

/// The available plug-ins (rule A13).
public struct AdPluginRegistry {
    private var factories: [AdPluginType: () -> any AdPlugin] = [:]

    /// An empty registry, which every host must accept.
    public init() {}

    /// Registers a plug-in; replaces one of the same type.
    public mutating func register(
        _ type: AdPluginType, _ makePlugin: @escaping () -> any AdPlugin
    ) {
        factories[type] = makePlugin
    }

    /// A new instance of the plug-in; `nil` if none is registered.
    public func getAdPlugin(_ type: AdPluginType) -> (any AdPlugin)? {
        factories[type]?()
    }
}

/// The plug-in of an app, for all of its screens (rule A13).
///
/// May be called on any thread. A page with several plug-ins uses an ``AdPluginRegistry``.
public final class AdvertisementManager: Sendable {
    /// The process-wide instance.
    public static let sharedInstance = AdvertisementManager()

    private let factory = Mutex<(@Sendable () -> any AdPlugin)?>(nil)

    public init() {}

    /// Sets the plug-in's factory; `nil` removes it.
    public func register(_ makePlugin: (@Sendable () -> any AdPlugin)?) {
        factory.withLock { $0 = makePlugin }
    }

    /// A new instance of the plug-in; `nil` if none is registered.
    public func getAdPlugin() -> (any AdPlugin)? {
        let makePlugin = factory.withLock { $0 }
        return makePlugin?()
    }
}
