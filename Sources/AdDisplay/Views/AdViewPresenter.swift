/// Loads and shows ads from a source: the presenter of Interlude's own plug-ins.
public final class AdViewPresenter: AdPresenter {
    // Weak, because the host owns its presenter, and the screen its hosts.
    private weak var adView: (any AdView)?
    private weak var parentVC: (any AdScreen)?

    /// The source of its ads; without one, every load fails.
    public var source: (any AdSource)?

    private var machine = AdViewMachine()
    /// The pending effects. Commands from within a notification are queued behind them.
    private var effects: [AdViewMachine.Effect] = []
    private var work = Work.none

    private enum Work: Hashable {
        case none
        case carryingOut
    }

    public init(adView: any AdView, parentVC: any AdScreen) {
        self.adView = adView
        self.parentVC = parentVC
    }

    public func load(adConfig: AdConfig) {
        receive(.load(adConfig))
    }

    public func getSize() -> AdSize { machine.view?.size ?? .zero }

    public func getSize(withContainer container: AdSize) -> AdSize {
        getSize().fitted(to: container)
    }

    public func showInterstitial() throws(AdRefusal) {
        try ask(.showInterstitial)
    }

    public func reloadAd(withSize inlineBannerSize: String) {
        guard let unit = machine.config?.adUnitId else { return }
        load(adConfig: AdConfig(adUnitId: unit, inlineBannerSize: inlineBannerSize))
    }

    public func getConfig() -> AdConfig? { machine.config }
    public func getProviderName() -> String { source?.providerName() ?? "" }

    public func visibilityChanged(to share: Double) {
        receive(.inView(share: share))
    }

    public func click() throws(AdRefusal) {
        try ask(.clicked)
    }

    public func close() throws(AdRefusal) {
        try ask(.dismissed)
    }
}

extension AdViewPresenter {
    private func ask(_ event: AdViewMachine.Event) throws(AdRefusal) {
        for case .refuse(let refusal) in receive(event) { throw refusal }
    }

    /// Processes an event, and carries out its effects unless a caller further up does.
    @discardableResult
    private func receive(_ event: AdViewMachine.Event) -> [AdViewMachine.Effect] {
        let decided = machine.receive(event)
        effects += decided
        guard work == .none else { return decided }
        work = .carryingOut
        while !effects.isEmpty { carryOut(effects.removeFirst()) }
        work = .none
        return decided
    }

    private func carryOut(_ effect: AdViewMachine.Effect) {
        switch effect {
        case .request(let generation, let config): request(generation, config)
        case .stateChanged(let state): adView?.stateChanged(adViewState: state, sender: self)
        case .adLoaded(let view): adView?.adLoaded(view: view, sender: self)
        case .adLoadFailed(let error): adView?.adLoadFailed(error: error, sender: self)
        case .present(let view): parentVC?.present(view)
        case .dismiss(let view): parentVC?.dismiss(view)
        case .open(let target, let view): parentVC?.open(target, from: view)
        case .refuse: break  // Thrown to the caller.
        }
    }

    private func request(_ generation: Int, _ config: AdConfig) {
        guard let source else {
            receive(.notFound(generation: generation, .noProvider))
            return
        }
        source.request(config) { [weak self] answer in
            self?.take(answer, to: generation, config)
        }
    }

    /// Processes an answer; without a screen, no ad can be drawn.
    private func take(
        _ answer: Result<AdCreative, AdLoadError>, to generation: Int, _ config: AdConfig
    ) {
        guard let parentVC else { return }
        switch answer {
        case .success(let creative):
            let view = AdViewHandle(
                id: parentVC.makeViewID(), type: config.adType, creative: creative)
            receive(.found(generation: generation, view))
        case .failure(let error): receive(.notFound(generation: generation, error))
        }
    }
}
