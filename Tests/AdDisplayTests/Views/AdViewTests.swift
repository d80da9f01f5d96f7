import AdDisplay
import Testing

@Suite("Ad view")
struct AdViewTests {
    @Test(
        "A-order-per-type: loading, loaded, then the ad; an interstitial without a view",
        arguments: [
            (AdConfig.inlineBanner, "adLoaded view 1"), (.screenBanner, "adLoaded view 1"),
            (.interstitial, "adLoaded nil"),
        ])
    func order(config: AdConfig, loaded: String) {
        let stage = ViewStage()
        stage.presenter.load(adConfig: config)
        #expect(stage.host.told == ["loading"])
        stage.source.find(1)
        #expect(stage.host.told == ["loading", "loaded", loaded])
    }

    @Test("A-order-per-type: an interstitial that is shown as soon as it loads is impressed last")
    func orderWhenShownAtOnce() {
        let stage = ViewStage()
        stage.host.reactions["adLoaded"] = {
            #expect(
                stage.refusal { presenter throws(AdRefusal) in
                    try presenter.showInterstitial()
                } == nil)
        }
        stage.presenter.load(adConfig: .interstitial)
        stage.source.find(1)
        #expect(
            stage.host.told == ["loading", "loaded", "adLoaded nil", "present view 1", "impressed"])
    }

    /// A host of several ads, which distinguishes them by sender.
    private final class HostOfSeveral: AdView, AdScreen {
        private(set) var told: [(call: String, sender: ObjectIdentifier)] = []

        func adLoaded(view: AdViewHandle?) { Issue.record("who calls?") }
        func stateChanged(adViewState: AdViewState) { Issue.record("who calls?") }
        func adLoadFailed(error: AdLoadError) { Issue.record("who calls?") }

        func adLoaded(view: AdViewHandle?, sender: any AdPresenter) {
            told.append(("loaded", ObjectIdentifier(sender)))
        }
        func stateChanged(adViewState: AdViewState, sender: any AdPresenter) {
            told.append(("\(adViewState)", ObjectIdentifier(sender)))
        }
        func adLoadFailed(error: AdLoadError, sender: any AdPresenter) {
            told.append(("no ad", ObjectIdentifier(sender)))
        }

        func makeViewID() -> String { "view" }
        func present(_ view: AdViewHandle) {}
        func dismiss(_ view: AdViewHandle) {}
        func open(_ target: String, from view: AdViewHandle) {}
    }

    @Test("names the calling presenter to a host with several")
    func sender() {
        let host = HostOfSeveral()
        let source = HeldSource()
        let presenters = (0..<2).map { _ in AdViewPresenter(adView: host, parentVC: host) }
        for presenter in presenters {
            presenter.source = source
            presenter.load(adConfig: .inlineBanner)
        }
        source.fail(2)
        source.find(1)
        let (first, second) = (ObjectIdentifier(presenters[0]), ObjectIdentifier(presenters[1]))
        let calls = ["loading", "loading", "failed", "no ad", "loaded", "loaded"]
        #expect(host.told.map(\.call) == calls)
        #expect(host.told.map(\.sender) == [first, second, second, second, first, first])
    }

    @Test("A-once-per-load: the first of two answers to one load counts")
    func onceLoaded() {
        let stage = ViewStage()
        stage.presenter.load(adConfig: .inlineBanner)
        stage.source.find(1)
        stage.source.find(1)
        stage.source.fail(1)
        #expect(stage.host.told == ["loading", "loaded", "adLoaded view 1"])
    }

    @Test("A-once-per-load: a failure is reported once, and instead of the ad")
    func onceFailed() {
        let stage = ViewStage()
        stage.presenter.load(adConfig: .inlineBanner)
        stage.source.fail(1)
        stage.source.fail(1)
        stage.source.find(1)
        #expect(stage.host.told == ["loading", "failed", "adLoadFailed"])
    }

    @Test("A-once-per-load: a host that loads again on a failure gets another ad")
    func loadsAgainFromInside() {
        let stage = ViewStage()
        stage.host.reactions["adLoadFailed"] = { stage.presenter.load(adConfig: .inlineBanner) }
        stage.presenter.load(adConfig: .inlineBanner)
        stage.source.fail(1)
        stage.source.find(2)
        #expect(
            stage.host.told == [
                "loading", "failed", "adLoadFailed", "loading", "loaded", "adLoaded view 1",
            ])
    }

    @Test("A-interstitial-before-load-refused: only a loaded one covers the screen, and once")
    func interstitialRefused() throws {
        let show = { (presenter: AdViewPresenter) throws(AdRefusal) in
            try presenter.showInterstitial()
        }
        let stage = ViewStage()
        #expect(stage.refusal(show) == .notLoaded)
        stage.presenter.load(adConfig: .interstitial)
        #expect(stage.refusal(show) == .notLoaded)
        stage.source.fail(1)
        #expect(stage.refusal(show) == .notLoaded)
        #expect(stage.host.told == ["loading", "failed", "adLoadFailed"])
        let covered = try ViewStage.covered()
        #expect(covered.refusal(show) == .notLoaded)
        try covered.presenter.close()
        #expect(covered.refusal(show) == .notLoaded)
        #expect(covered.host.told == ["closed", "dismiss view 1"])
    }

    @Test("A-interstitial-before-load-refused: a banner neither covers the screen nor is closed")
    func bannerRefused() {
        let stage = ViewStage.loaded(.screenBanner)
        #expect(
            stage.refusal { presenter throws(AdRefusal) in try presenter.showInterstitial() }
                == .notAnInterstitial)
        #expect(
            stage.refusal { presenter throws(AdRefusal) in try presenter.close() }
                == .notAnInterstitial)
        #expect(stage.host.told == [])
    }

    @Test(
        "A-impressed-50%-once: half of a banner is enough, and is reported once",
        arguments: [
            ([0.0, 0.2, 0.499], []), ([0.5], [.impressed]), ([0.2, 1.0, 0.1, 0.9], [.impressed]),
            ([.nan, -1], []),
        ] as [([Double], [AdViewState])])
    func impressed(shares: [Double], states: [AdViewState]) {
        let stage = ViewStage.loaded(.inlineBanner)
        for share in shares { stage.presenter.visibilityChanged(to: share) }
        #expect(stage.host.states == states)
    }

    @Test("A-impressed-50%-once: a reloaded banner counts an impression again")
    func impressedAnew() {
        let stage = ViewStage.loaded(.inlineBanner)
        stage.presenter.visibilityChanged(to: 1)
        stage.presenter.load(adConfig: .inlineBanner)
        stage.presenter.visibilityChanged(to: 1)
        stage.source.find(2)
        stage.presenter.visibilityChanged(to: 1)
        #expect(stage.host.states == [.impressed, .loading, .loaded, .impressed])
    }

    @Test(
        "A-impressed-50%-once: an interstitial is impressed by being shown, not by being measured")
    func interstitialImpressed() throws {
        let stage = ViewStage.loaded(.interstitial)
        stage.presenter.visibilityChanged(to: 1)
        #expect(stage.host.states == [])
        try stage.presenter.showInterstitial()
        stage.presenter.visibilityChanged(to: 1)
        #expect(stage.host.states == [.impressed])
    }

    @Test("A-click-implies-impression: a clicked ad was seen, and each click is reported")
    func click() throws {
        let stage = ViewStage.loaded(.inlineBanner)
        try stage.presenter.click()
        try stage.presenter.click()
        stage.presenter.visibilityChanged(to: 1)
        #expect(
            stage.host.told == [
                "impressed", "clicked", "open http://shop.test/", "clicked",
                "open http://shop.test/",
            ])
    }

    @Test("A-click-implies-impression: an ad that is not seen or has no target cannot be clicked")
    func clickRefused() {
        let click = { (presenter: AdViewPresenter) throws(AdRefusal) in try presenter.click() }
        let stage = ViewStage()
        #expect(stage.refusal(click) == .notShown)
        stage.presenter.load(adConfig: .inlineBanner)
        #expect(stage.refusal(click) == .notShown)
        #expect(ViewStage.loaded(.interstitial).refusal(click) == .notShown)
        let still = ViewStage.loaded(.inlineBanner, .sample(target: nil))
        #expect(still.refusal(click) == .nothingToClick)
        #expect(still.host.told == [])
        let script = ViewStage.loaded(.inlineBanner, .sample(target: "javascript:alert(1)"))
        #expect(script.refusal(click) == .nothingToClick)
    }

    @Test("A-reload-generation: a late event of an earlier load is dropped")
    func generation() {
        let stage = ViewStage()
        stage.presenter.load(adConfig: .inlineBanner)
        stage.presenter.load(adConfig: .inlineBanner)
        stage.source.find(1, .sample("old"))
        #expect(stage.host.told == ["loading", "loading"])
        stage.source.find(2, .sample("new"))
        stage.source.fail(1)
        #expect(stage.host.told == ["loading", "loading", "loaded", "adLoaded view 2"])
    }

    @Test("A-reload-generation: a load removes the interstitial that covers the screen")
    func loadWhileCovered() throws {
        let stage = try ViewStage.covered()
        stage.presenter.load(adConfig: .interstitial)
        #expect(stage.host.told == ["dismiss view 1", "loading"])
        #expect(stage.refusal { presenter throws(AdRefusal) in try presenter.close() } == .notShown)
    }

    @Test("a click on an interstitial leaves it open, to be closed once")
    func closeAfterClick() throws {
        let stage = try ViewStage.covered()
        try stage.presenter.click()
        try stage.presenter.close()
        #expect(stage.refusal { presenter throws(AdRefusal) in try presenter.close() } == .notShown)
        #expect(stage.host.states == [.clicked, .closed])
    }

    @Test("without a source every load fails with that reason")
    func noSource() {
        let host = ViewRecorder()
        let presenter = AdViewPresenter(adView: host, parentVC: host)
        presenter.load(adConfig: .inlineBanner)
        #expect(host.told == ["loading", "failed", "adLoadFailed"])
        #expect(presenter.getProviderName() == "")
    }

    @Test("the published numbers of states and types are kept")
    func numbers() {
        #expect(
            AdViewState.allCases.map { "\($0)" } == [
                "uninitialized", "loading", "failed", "loaded", "impressed", "clicked", "closed",
            ])
        #expect(AdViewState.allCases.map(\.rawValue) == Array(0...6))
        #expect(
            AdType.allCases.map { "\($0)" } == ["inlineBanner", "interstitial", "screenBanner"])
        #expect(AdConfig(adUnitId: "unit", inlineBannerSize: "BANNER").adType == .inlineBanner)
        #expect(AdConfig(adUnitId: "unit", adType: .interstitial).inlineBannerSize == nil)
    }
}
