import Synchronization

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

/// The plug-in that an app shows its ads with, for all of its screens (rule A13).
///
/// May be called from any thread. What several plug-ins of a page share is an ``AdPluginRegistry``.
public final class AdvertisementManager: Sendable {
    /// One for the whole process.
    public static let sharedInstance = AdvertisementManager()

    private let factory = Mutex<(@Sendable () -> any AdPlugin)?>(nil)

    /// A manager without a plug-in.
    public init() {}

    /// Has `makePlugin` make the app's plug-in from now on; `nil` takes it away.
    public func register(_ makePlugin: (@Sendable () -> any AdPlugin)?) {
        factory.withLock { $0 = makePlugin }
    }

    /// A new instance of the plug-in; `nil` if there is none.
    public func getAdPlugin() -> (any AdPlugin)? {
        let makePlugin = factory.withLock { $0 }
        return makePlugin?()
    }
}
