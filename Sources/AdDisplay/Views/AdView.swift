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
