import Advertising

/// The host of one placement: owns its presenter, and keeps what is visible there.
///
/// A row is hidden until its ad is loaded, and removed without one.
package final class AdHost: AdView, AdScreen {
    package let placement: AdPlacement
    /// `nil` if no plug-in is registered; then nothing is ever shown.
    package let plugin: (any AdPlugin)?

    package private(set) var state = AdViewState.uninitialized
    package private(set) var row = Row.hidden

    // Weak, because the owner keeps its hosts.
    private weak var owner: (any AdHostOwner)?
    private var presenter: (any AdPresenter)?
    private var viewCount = 0

    /// The row's state in the page.
    package enum Row: Hashable, Sendable {
        case hidden
        case shown(AdViewHandle)
        /// There was no ad for it.
        case removed
    }

    package init(_ placement: AdPlacement, plugin: (any AdPlugin)?, owner: any AdHostOwner) {
        self.placement = placement
        self.plugin = plugin
        self.owner = owner
        presenter = plugin?.createAdPresenter(adView: self, parentVC: self)
    }

    package var view: AdViewHandle? {
        guard case .shown(let view) = row else { return nil }
        return view
    }

    package var isInterstitial: Bool { placement.config.adType == .interstitial }

    /// Requests an ad; fails without a plug-in.
    package func load() {
        guard let presenter else { return }
        row = .hidden
        presenter.load(adConfig: placement.config)
    }

    /// Removes the ad, because its spot has ended.
    package func withdraw() {
        row = .hidden
    }

    /// Shows the loaded interstitial, if it waits for that.
    package func showIfLoaded() {
        guard state == .loaded, let owner, owner.mayShowInterstitial(self) else { return }
        do throws(AdRefusal) {
            try presenter?.showInterstitial()
        } catch {
            // It was shown already or is being reloaded; both have their own events.
        }
    }

    package func visibilityChanged(to share: Double) {
        presenter?.visibilityChanged(to: share)
    }

    package func click() throws(AdRefusal) {
        try presenter?.click()
    }

    package func close() throws(AdRefusal) {
        try presenter?.close()
    }
}

// MARK: - Events of the presenter

extension AdHost {
    package func adLoaded(view: AdViewHandle?) {
        if let view { row = .shown(view) }
        owner?.stateChanged(of: self)
        if view == nil { showIfLoaded() }
    }

    package func stateChanged(adViewState: AdViewState) {
        state = adViewState
        switch adViewState {
        case .loaded, .failed: break  // Has a notification of its own.
        case .uninitialized, .loading, .impressed, .clicked, .closed:
            owner?.stateChanged(of: self)
        }
    }

    package func adLoadFailed(error: AdLoadError) {
        // The owner may already have replaced the removed row, so it is removed only once.
        guard row != .removed else { return }
        row = .removed
        owner?.loadFailed(of: self, error)
    }

    package func makeViewID() -> String {
        viewCount += 1
        return "\(placement.name)-\(viewCount)"
    }

    package func present(_ view: AdViewHandle) {
        row = .shown(view)
        owner?.presented(view)
    }

    package func dismiss(_ view: AdViewHandle) {
        row = .hidden
        owner?.dismissed(view)
    }

    package func open(_ target: String, from view: AdViewHandle) {
        owner?.opened(view)
    }
}

/// The owner of a page's hosts, notified of their events.
package protocol AdHostOwner: AnyObject {
    func mayShowInterstitial(_ host: AdHost) -> Bool

    /// Its state changed, or it was clicked again. Failures go to ``loadFailed(of:_:)``.
    func stateChanged(of host: AdHost)

    /// There is no ad, and its row was removed. Called once per load.
    func loadFailed(of host: AdHost, _ error: AdLoadError)

    /// An interstitial covers the screen, or no longer does.
    func presented(_ view: AdViewHandle)
    func dismissed(_ view: AdViewHandle)

    /// The reader clicked `view`, which opens its target.
    func opened(_ view: AdViewHandle)
}

/// An event of a page's ad for the event log.
package struct AdViewEvent: Hashable, Sendable {
    package var state: AdViewState

    /// The placement's name.
    package var position: String

    package var config: AdConfig
    package var provider: String

    /// The ad; `nil` while it is loading.
    package var view: AdViewHandle?

    /// Why there is no ad.
    package var error: AdLoadError?

    init(_ host: AdHost, _ error: AdLoadError? = nil) {
        state = host.state
        position = host.placement.name
        config = host.placement.config
        provider = host.plugin?.providerName() ?? ""
        view = host.view
        self.error = error
    }
}
