/// The host of an ad, which is told what becomes of it (rules A1 to A3).
///
/// Called on the executor that owns host and presenter. The presenter's state is already the new
/// one; what a host asks for from inside is carried out after what was decided before.
public protocol AdView: AnyObject {
    /// The ad is there. Once a load, or ``adLoadFailed(error:)`` is.
    ///
    /// `view` is to be drawn now. It is `nil` for an interstitial, which is there to be shown with
    /// ``AdPresenter/showInterstitial()``, also from inside of this call.
    func adLoaded(view: AdViewHandle?)

    /// The state has changed; called before ``adLoaded(view:)`` and ``adLoadFailed(error:)``.
    ///
    /// A second click changes nothing and is told all the same.
    func stateChanged(adViewState: AdViewState)

    /// There is no ad.
    func adLoadFailed(error: AdLoadError)

    // MARK: With the presenter that calls, for hosts of several (rule A16)

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

/// An ad that can be drawn: what a view is where there is none to hand over (rule A1).
public struct AdViewHandle: Hashable, Sendable, Identifiable {
    /// Another one for each load, so that what is said of an ad that is gone is said of no other.
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

/// What has become of an ad view (rule A4). The numbers are the published ones.
public enum AdViewState: Int, Hashable, Sendable, CaseIterable {
    /// Nothing was asked for yet.
    case uninitialized = 0

    /// An ad is asked for.
    case loading = 1

    /// There is none; the reason was told.
    case failed = 2

    /// It is there, and was not seen yet.
    case loaded = 3

    /// At least half of it was in view.
    case impressed = 4

    /// It was seen and clicked.
    case clicked = 5

    /// The interstitial was shown and is gone. A banner never comes to this.
    case closed = 6
}

/// An ad that is to be seen in a page.
public struct ShownAd: Hashable, Sendable, Identifiable {
    public var view: AdViewHandle
    public var state: AdViewState

    /// The name of the place where it stands.
    public var position: String

    /// Who provides it.
    public var provider: String

    public var id: AdViewHandle.ID { view.id }
}
