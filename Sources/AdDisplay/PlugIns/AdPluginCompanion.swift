import Advertising

/// A plug-in whose ads belong to what is heard: offered with it, and taken away at its end.
public protocol AdPluginCompanion: AdPlugin {
    /// `advertisement` is heard from here on; `nil` when none is any more.
    func heardChanged(to advertisement: Advertisement?) -> AdOffer
}

/// What hosts do with the views of a companion plug-in.
public enum AdOffer: Hashable, Sendable {
    /// Load them.
    case offered
    /// Take them away.
    case withdrawn
}
