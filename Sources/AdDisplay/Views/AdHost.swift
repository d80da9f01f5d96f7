import Advertising

/// The host of one place for an ad: keeps its presenter, and what is to be seen there.
///
/// A row is hidden until its ad is loaded, and taken out when there is none.
package final class AdHost: AdView, AdScreen {
    package let placement: AdPlacement
    /// `nil` where no plug-in is registered: then nothing is ever shown here.
    package let plugin: (any AdPlugin)?

    package private(set) var state = AdViewState.uninitialized
    package private(set) var row = Row.hidden

    // Weak: the owner keeps its hosts.
    private weak var owner: (any AdHostOwner)?
    private var presenter: (any AdPresenter)?
    private var viewCount = 0

    /// What stands in the page.
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

    /// Asks for an ad; without a plug-in there is nobody to ask.
    package func load() {
        guard let presenter else { return }
        row = .hidden
        presenter.load(adConfig: placement.config)
    }

    /// Takes the ad out of the page, for what it belongs to is over.
    package func withdraw() {
        row = .hidden
    }

    /// Covers the screen with the interstitial if it waits for that.
    package func showIfLoaded() {
        guard state == .loaded, let owner, owner.mayShowInterstitial(self) else { return }
        do throws(AdRefusal) {
            try presenter?.showInterstitial()
        } catch {
            // It was shown meanwhile, or is being loaded anew; either way it is told of.
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

// MARK: - What the presenter tells

extension AdHost {
    package func adLoaded(view: AdViewHandle?) {
        if let view { row = .shown(view) }
        owner?.stateChanged(of: self)
        if view == nil { showIfLoaded() }
    }

    package func stateChanged(adViewState: AdViewState) {
        state = adViewState
        switch adViewState {
        case .loaded, .failed: break  // Told of with the ad, or with the reason.
        case .uninitialized, .loading, .impressed, .clicked, .closed:
            owner?.stateChanged(of: self)
        }
    }

    package func adLoadFailed(error: AdLoadError) {
        // Once: what has taken the row out already may have put another in its place.
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

/// What the hosts of a page belong to, and what they tell it.
package protocol AdHostOwner: AnyObject {
    func mayShowInterstitial(_ host: AdHost) -> Bool

    /// It has come to another state, or was clicked once more; of one that failed,
    /// ``loadFailed(of:_:)`` tells.
    func stateChanged(of host: AdHost)

    /// There is no ad for it, and its row is taken out. Once a load.
    func loadFailed(of host: AdHost, _ error: AdLoadError)

    /// An interstitial covers the screen from here on, and does not any more.
    func presented(_ view: AdViewHandle)
    func dismissed(_ view: AdViewHandle)

    /// The reader has clicked `view`, and goes where it leads.
    func opened(_ view: AdViewHandle)
}

/// Something became of an ad of a page, for the event log.
package struct AdViewEvent: Hashable, Sendable {
    package var state: AdViewState

    /// The place's name.
    package var position: String

    package var config: AdConfig
    package var provider: String

    /// The ad that it became of; `nil` while it is looked for.
    package var view: AdViewHandle?

    /// Why there is none.
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
