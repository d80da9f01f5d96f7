import Advertising

/// The ads of a page: loads and shows them as the page is opened and scrolled, and as spots are
/// heard.
///
/// It only manages its hosts. After each call and each answer to a plug-in, its owner carries out
/// ``takeEffects()``. Used on one executor.
package final class AdBoard {
    private var hosts: [AdHost] = []
    private var gate: InterstitialGate
    private var spots = InterstitialSpots()
    private var screen = ""
    private var effects: [Effect] = []

    /// An instruction for the owner, carried out in order.
    package enum Effect: Hashable, Sendable {
        case log(AdViewEvent)
        /// Play this after the queued spots.
        case push(Advertisement)
        /// End this advertisement if it is heard or queued.
        case skip(Advertisement.ID)
        /// The reader clicked the banner of this advertisement (rule M14).
        case reportClick(Advertisement)
    }

    /// Makes a host for each of `placements`, with its plug-in from `registry`.
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

    /// The visible ads, in order of placement.
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

// MARK: - Calls of the page

extension AdBoard {
    /// A reader opened `screen`; ads that are missing are loaded.
    package func opened(_ screen: String) {
        self.screen = screen
        for host in hosts where !host.isLoadedOrLoading { load(host) }
        for host in hosts where host.isInterstitial { host.showIfLoaded() }
    }

    /// A reader returned to `screen`.
    package func didAppear(_ screen: String) {
        reload { $0.reloadOnDidAppear() }
        opened(screen)
    }

    /// A reader pulled the page to refresh.
    package func pulledToRefresh() {
        reload { $0.reloadOnPullToRefresh() }
    }

    /// Reloads the ads whose plug-ins agree. Interstitials are loaded only for an opened screen.
    private func reload(_ isAsked: (any AdPluginRefresh) -> Bool) {
        for host in hosts where !host.isInterstitial {
            if let plugin = host.plugin as? any AdPluginRefresh, isAsked(plugin) { host.load() }
        }
    }

    private func load(_ host: AdHost) {
        guard !(host.plugin is any AdPluginCompanion) else { return }
        if !host.isInterstitial || gate.mayShow(on: screen) { host.load() }
    }

    /// A fraction of a view is visible, 0 to 1. Returns `false` if there is no such view.
    package func visibilityChanged(of id: AdViewHandle.ID, to share: Double) -> Bool {
        guard let host = host(of: id) else { return false }
        host.visibilityChanged(to: share)
        return true
    }

    /// A reader clicked a view. Returns `false` if there is no such view.
    package func click(_ id: AdViewHandle.ID) throws(AdRefusal) -> Bool {
        guard let host = host(of: id) else { return false }
        try host.click()
        return true
    }

    /// A reader closed an interstitial. Returns `false` if there is no such view.
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

// MARK: - Heard advertisements

extension AdBoard {
    /// The heard advertisement changed; `nil` for none.
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

    /// The advertisement ended or will not be heard.
    package func ended(_ id: Advertisement.ID) {
        if let view = spots.ended(id) { over(view) }
    }

    /// The session has numbered the spot of an effect ``Effect/push(_:)``.
    package func numbered(_ id: Advertisement.ID, as number: Advertisement.ID) {
        if spots.number(id, as: number) == .skip { effects.append(.skip(number)) }
    }

    /// The session has refused the spot of an effect ``Effect/push(_:)``, numbered or not.
    package func refused(_ id: Advertisement.ID) {
        if let view = spots.refused(id) { over(view) }
    }

    /// The queued spots will not be heard, because no stream is open.
    package func waitingDropped() {
        for view in spots.dropWaiting() { over(view) }
    }

    /// Nothing is heard any more.
    package func soundEnded() {
        heardChanged(to: nil)
        for view in spots.dropAll() { over(view) }
    }

    /// The spot of a view has ended, so the view closes.
    private func over(_ view: AdViewHandle.ID) {
        do throws(AdRefusal) {
            _ = try close(view)
        } catch {
            // It was already closed.
        }
    }
}

// MARK: - Events of the hosts

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

/// Where ads are drawn and presented; a view controller on other platforms.
///
/// Called on the executor of the screen and the presenter.
public protocol AdScreen: AnyObject {
    /// A new id for each ad of the screen.
    func makeViewID() -> String

    /// Covers the screen with an interstitial, and plays its spot.
    func present(_ view: AdViewHandle)

    /// Removes the interstitial, and stops the rest of its spot.
    func dismiss(_ view: AdViewHandle)

    /// A click on `view` opens `target`.
    func open(_ target: String, from view: AdViewHandle)
}
