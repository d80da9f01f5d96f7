import AdDisplay

/// A presenter between a host and a source that are in a test's hands.
struct ViewStage {
    let host = ViewWitness()
    let source = HeldSource()
    let presenter: AdViewPresenter

    init() {
        presenter = AdViewPresenter(adView: host, parentVC: host)
        presenter.source = source
    }

    /// A stage where an ad is loaded, and all that led there is forgotten.
    static func loaded(
        _ config: AdConfig, _ creative: AdCreative = .sample()
    ) -> ViewStage {
        let stage = ViewStage()
        stage.presenter.load(adConfig: config)
        stage.source.find(1, creative)
        stage.host.forget()
        return stage
    }

    /// A stage with an interstitial that covers the screen.
    static func covered() throws -> ViewStage {
        let stage = loaded(.interstitial)
        try stage.presenter.showInterstitial()
        stage.host.forget()
        return stage
    }

    /// What asking for it is refused with; `nil` if it is done.
    func refusal(_ ask: (AdViewPresenter) throws(AdRefusal) -> Void) -> AdRefusal? {
        do throws(AdRefusal) {
            try ask(presenter)
            return nil
        } catch {
            return error
        }
    }
}
