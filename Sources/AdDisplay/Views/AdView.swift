/// The host of an ad, notified of its events (rules A1 to A3).
///
/// Called on the executor of host and presenter, after the presenter changed its state. Commands
/// from within a call are carried out after the pending notifications.
public protocol AdView: AnyObject {
    /// The ad is loaded. Either this or ``adLoadFailed(error:)`` is called once per load.
    ///
    /// Draw `view` now. It is `nil` for an interstitial, which ``AdPresenter/showInterstitial()``
    /// shows, also from within this call.
    func adLoaded(view: AdViewHandle?)

    /// The state changed. Called before ``adLoaded(view:)`` and ``adLoadFailed(error:)``.
    ///
    /// Also called for a second click, which changes no state.
    func stateChanged(adViewState: AdViewState)

    /// There is no ad.
    func adLoadFailed(error: AdLoadError)

    // MARK: With the calling presenter, for hosts of several (rule A16)

    func adLoaded(view: AdViewHandle?, sender: any AdPresenter)
    func stateChanged(adViewState: AdViewState, sender: any AdPresenter)
    func adLoadFailed(error: AdLoadError, sender: any AdPresenter)
}

extension AdView {
    /// Calls ``adLoaded(view:)``.
    public func adLoaded(view: AdViewHandle?, sender: any AdPresenter) { adLoaded(view: view) }

    /// Calls ``stateChanged(adViewState:)``.
    public func stateChanged(adViewState: AdViewState, sender: any AdPresenter) {
        stateChanged(adViewState: adViewState)
    }

    /// Calls ``adLoadFailed(error:)``.
    public func adLoadFailed(error: AdLoadError, sender: any AdPresenter) {
        adLoadFailed(error: error)
    }
}

/// An ad that can be drawn, in place of a view object (rule A1).
public struct AdViewHandle: Hashable, Sendable, Identifiable {
    /// New for each load, so that events of an earlier ad are not taken for this one.
    public let id: String

    public let type: AdType
    public let creative: AdCreative

    public init(id: String, type: AdType, creative: AdCreative) {
        self.id = id
        self.type = type
        self.creative = creative
    }

    public var size: AdSize { creative.size }
}

/// The state of an ad view (rule A4). The raw values are the published ones.
public enum AdViewState: Int, Hashable, Sendable, CaseIterable {
    /// Nothing was requested yet.
    case uninitialized = 0

    /// An ad was requested.
    case loading = 1

    /// There is no ad; the host was told why.
    case failed = 2

    /// Loaded, and not seen yet.
    case loaded = 3

    /// At least half of it was visible.
    case impressed = 4

    /// Seen and clicked.
    case clicked = 5

    /// The interstitial was shown and closed. Banners never reach this state.
    case closed = 6
}

/// A visible ad of a page.
public struct ShownAd: Hashable, Sendable, Identifiable {
    public var view: AdViewHandle
    public var state: AdViewState

    /// The placement's name.
    public var position: String

    /// The provider's name.
    public var provider: String

    public var id: AdViewHandle.ID { view.id }
}
