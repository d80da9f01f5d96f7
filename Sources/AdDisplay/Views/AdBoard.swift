import Advertising

/// All the ads of one page: has them loaded and shown as the page is opened and scrolled, and as
/// spots are heard.
///
/// Does nothing itself but keep its hosts: what is to be told, heard and reported is left for its
/// owner to take out with ``takeEffects()``, after each call and each answer to a plug-in. To be
/// called on one executor.
package final class AdBoard {
    private var hosts: [AdHost] = []
    private var gate: InterstitialGate
    private var spots = InterstitialSpots()
    private var screen = ""
    private var effects: [Effect] = []

    /// What the owner has to do, in the order given.
    package enum Effect: Hashable, Sendable {
        case log(AdViewEvent)
        /// Have this heard after what waits already.
        case push(Advertisement)
        /// End this advertisement if it is heard or about to be.
        case skip(Advertisement.ID)
        /// The reader has clicked the banner of this advertisement (rule M14).
        case reportClick(Advertisement)
    }

    /// Makes the hosts of `placements`, each with the plug-in that `registry` has for it.
    package init(
        _ placements: [AdPlacement], plugins registry: AdPluginRegistry, gate: InterstitialGate
    ) {
        self.gate = gate
        hosts = placements.map {
            AdHost($0, plugin: registry.getAdPlugin($0.plugin), owner: self)
        }
    }

    package func takeEffects() -> [Effect] {
        defer { effects = [] }
        return effects
    }

    /// What is to be seen, in the order of the places.
    package var shown: [ShownAd] {
        hosts.compactMap { host in
            host.view.map {
                ShownAd(
                    view: $0, state: host.state, position: host.placement.name,
                    provider: host.plugin?.providerName() ?? "")
            }
        }
    }
}

// MARK: - What the page does

extension AdBoard {
    /// A reader has opened `screen`: what is not there yet is loaded.
    package func opened(_ screen: String) {
        self.screen = screen
        for host in hosts where !host.isLoadedOrLoading { load(host) }
        for host in hosts where host.isInterstitial { host.showIfLoaded() }
    }

    /// A reader has come back to `screen`.
    package func didAppear(_ screen: String) {
        reload { $0.reloadOnDidAppear() }
        opened(screen)
    }

    /// A reader has pulled the page down.
    package func pulledToRefresh() {
        reload { $0.reloadOnPullToRefresh() }
    }

    /// Loads anew what the plug-ins say; an interstitial comes with a screen that is opened.
    private func reload(_ isAsked: (any AdPluginRefresh) -> Bool) {
        for host in hosts where !host.isInterstitial {
            if let plugin = host.plugin as? any AdPluginRefresh, isAsked(plugin) { host.load() }
        }
    }

    private func load(_ host: AdHost) {
        guard !(host.plugin is any AdPluginCompanion) else { return }
        if !host.isInterstitial || gate.mayShow(on: screen) { host.load() }
    }

    /// So much of a view is seen, from 0 to 1. Returns `false` if there is no such view.
    package func visibilityChanged(of id: AdViewHandle.ID, to share: Double) -> Bool {
        guard let host = host(of: id) else { return false }
        host.visibilityChanged(to: share)
        return true
    }

    /// A reader has clicked a view. Returns `false` if there is no such view.
    package func click(_ id: AdViewHandle.ID) throws(AdRefusal) -> Bool {
        guard let host = host(of: id) else { return false }
        try host.click()
        return true
    }

    /// A reader has closed an interstitial. Returns `false` if there is no such view.
    package func close(_ id: AdViewHandle.ID) throws(AdRefusal) -> Bool {
        guard let host = host(of: id) else { return false }
        try host.close()
        return true
    }

    /// The picture of a view; `nil` if there is no such view.
    package func image(of id: AdViewHandle.ID) -> AdImage? {
        host(of: id)?.view?.creative.image
    }

    private func host(of id: AdViewHandle.ID) -> AdHost? {
        hosts.first { $0.view?.id == id }
    }
}

// MARK: - What is heard

extension AdBoard {
    /// `advertisement` is heard from here on; `nil` when none is any more.
    package func heardChanged(to advertisement: Advertisement?) {
        if let advertisement, spots.began(advertisement.id) == .skip {
            effects.append(.skip(advertisement.id))
        }
        for host in hosts {
            guard let companion = host.plugin as? any AdPluginCompanion else { continue }
            switch companion.heardChanged(to: advertisement) {
            case .offered: host.load()
            case .withdrawn: host.withdraw()
            }
        }
    }

    /// The advertisement is over, or will not be heard.
    package func ended(_ id: Advertisement.ID) {
        if let view = spots.ended(id) { over(view) }
    }

    /// What waits will not be heard: no stream is open.
    package func waitingDropped() {
        for view in spots.dropWaiting() { over(view) }
    }

    /// Nothing is heard any more.
    package func soundEnded() {
        heardChanged(to: nil)
        for view in spots.dropAll() { over(view) }
    }

    /// The spot of a view is over, and the view with it.
    private func over(_ view: AdViewHandle.ID) {
        do throws(AdRefusal) {
            _ = try close(view)
        } catch {
            // It was closed already.
        }
    }
}

// MARK: - What the hosts tell

extension AdBoard: AdHostOwner {
    package func mayShowInterstitial(_ host: AdHost) -> Bool {
        gate.mayShow(on: screen)
    }

    package func stateChanged(of host: AdHost) {
        effects.append(.log(AdViewEvent(host)))
    }

    package func loadFailed(of host: AdHost, _ error: AdLoadError) {
        effects.append(.log(AdViewEvent(host, error)))
    }

    package func presented(_ view: AdViewHandle) {
        gate.shown(on: screen)
        guard case .brings(let spot) = view.creative.sound else { return }
        effects.append(.push(spots.add(spot, of: view.id)))
    }

    package func dismissed(_ view: AdViewHandle) {
        gate.dismissed()
        if let id = spots.closed(view.id) { effects.append(.skip(id)) }
    }

    package func opened(_ view: AdViewHandle) {
        guard case .accompanies(let advertisement) = view.creative.sound else { return }
        effects.append(.reportClick(advertisement))
    }
}

extension AdHost {
    fileprivate var isLoadedOrLoading: Bool {
        switch state {
        case .uninitialized, .failed, .closed: false
        case .loading, .loaded, .impressed, .clicked: true
        }
    }
}

/// What ads are drawn on and presented from: what a view controller is elsewhere.
///
/// Called on the executor that owns it and the presenter.
public protocol AdScreen: AnyObject {
    /// Another name for each ad of the screen.
    func makeViewID() -> String

    /// Puts an interstitial over everything, and has its spot heard.
    func present(_ view: AdViewHandle)

    /// Takes the interstitial away; what is still to be heard of its spot is not wanted.
    func dismiss(_ view: AdViewHandle)

    /// A click on `view` leads to `target`.
    func open(_ target: String, from view: AdViewHandle)
}
