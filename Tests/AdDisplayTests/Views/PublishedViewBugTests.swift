import AdDisplay
import Advertising
import Foundation
import Testing

/// The bugs of the published protocols, sample plug-ins and hosts; each test shows that one is
/// absent.
@Suite("Published bugs of ad views")
struct PublishedViewBugTests {
    @Test("a loaded ad gets no close event, although a published document sends one (rule A4)")
    func closedWhenLoaded() {
        let stage = ViewStage()
        stage.presenter.load(adConfig: .inlineBanner)
        stage.source.find(1)
        #expect(stage.host.states == [.loading, .loaded])
    }

    @Test(
        "a screen banner and an interstitial have a size although their config names none (rule A9)"
    )
    func sizeWithoutName() throws {
        let list = #"[{"image": "a.png", "sizes": ["SMART_BANNER", "INTERSTITIAL"]}]"#
        for config in [AdConfig.screenBanner, .interstitial] {
            let host = ViewRecorder()
            let plugin = try HouseAdsPlugin(configurationJSON: list)
            let presenter = plugin.createAdPresenter(adView: host, parentVC: host)
            presenter.load(adConfig: config)
            #expect(presenter.getSize() != .zero)
        }
    }

    @Test("an interstitial that is not loaded is refused, not silently ignored (rule A10)")
    func silentlyIgnored() {
        let stage = ViewStage()
        stage.presenter.load(adConfig: .interstitial)
        #expect(throws: AdRefusal.notLoaded) { try stage.presenter.showInterstitial() }
        #expect(stage.host.told == ["loading"])
    }

    @Test("host, screen and presenter are released with the host (rule A14)")
    func retainCycle() {
        weak var host: ViewRecorder?
        weak var presenter: AdViewPresenter?
        do {
            let stage = ViewStage.loaded(.inlineBanner)
            host = stage.host
            presenter = stage.presenter
            stage.host.reactions["clicked"] = { [presenter = stage.presenter] in
                _ = presenter.getSize()
            }
        }
        #expect(host == nil)
        #expect(presenter == nil)
    }

    @Test("an interstitial that is shown as soon as it loads gets no second load event")
    func loadedAfterImpressed() {
        let stage = ViewStage()
        stage.host.reactions["adLoaded"] = {
            do {
                try stage.presenter.showInterstitial()
            } catch {
                Issue.record(error)
            }
        }
        stage.presenter.load(adConfig: .interstitial)
        stage.source.find(1)
        #expect(stage.host.states == [.loading, .loaded, .impressed])
    }

    @Test("a click is reported as a click, and not as a second impression")
    func clickAsImpression() throws {
        let stage = ViewStage.loaded(.inlineBanner)
        stage.presenter.visibilityChanged(to: 1)
        try stage.presenter.click()
        #expect(stage.host.states == [.impressed, .clicked])
    }

    @Test("an ad that comes into view again is not a second impression")
    func secondImpression() {
        let stage = ViewStage.loaded(.inlineBanner)
        for share in [1.0, 0, 1] { stage.presenter.visibilityChanged(to: share) }
        #expect(stage.host.states == [.impressed])
    }

    @Test("a box banner is 300x250, as the manifest has it, and not 320x150 (rule A15)")
    func boxBanner() {
        #expect(HouseAdsPlugin().size(forInlineBannerSize: "BOX_BANNER").description == "300x250")
    }

    @Test("a row is removed once, however often its plug-in reports a failure")
    func removedTwice() throws {
        let owner = RowRecorder()
        let plugin = RepeatingPlugin()
        let host = AdHost(
            AdPlacement("row", .inlineBanner, from: .houseAds), plugin: plugin, owner: owner)
        host.load()
        #expect(owner.removalCount == 1)
        #expect(host.row == .removed)
    }

    @Test("an interstitial that failed is tried again when the screen appears again")
    func failedCountsAsShown() {
        let stage = BoardStage(.interstitial)
        stage.board.opened("page")
        stage.source.fail(1)
        stage.board.didAppear("page")
        #expect(stage.source.requestCount == 2)
        stage.source.find(2)
        #expect(stage.shown == ["place1-1"])
    }

    @Test("a late answer to an earlier load does not replace the newer ad (rule A8)")
    func lateAnswer() {
        let stage = ViewStage()
        stage.presenter.load(adConfig: .inlineBanner)
        stage.presenter.load(adConfig: .inlineBanner)
        stage.source.find(1, .sample(size: AdSizeName.standard.size))
        #expect(stage.presenter.getSize() == .zero)
        #expect(stage.host.states == [.loading, .loading])
    }
}

extension PublishedViewBugTests {
    @Test(
        "a break before the video is recognised in any letter case",
        arguments: ["preroll", "PREROLL", "PreRoll"])
    func offsetInAnotherCase(offset: String) {
        let text = #"{"video_ads": [{"offset": "\#(offset)", "ad_url": "a"}]}"#
        let extensions = try? JSONDecoder().decode(AdExtensions.self, from: Data(text.utf8))
        #expect(extensions?.videoAds == .breaks([.init(.preroll, address: "a")]))
    }
}

/// Counts the removed rows.
private final class RowRecorder: AdHostOwner {
    private(set) var removalCount = 0

    func mayShowInterstitial(_ host: AdHost) -> Bool { true }
    func stateChanged(of host: AdHost) {}
    func loadFailed(of host: AdHost, _ error: AdLoadError) { removalCount += 1 }
    func presented(_ view: AdViewHandle) {}
    func dismissed(_ view: AdViewHandle) {}
    func opened(_ view: AdViewHandle) {}
}

/// A plug-in whose presenter reports a failure twice.
private final class RepeatingPlugin: AdPlugin {
    init() {}
    init(configurationJSON: String?) throws(AdLoadError) {}

    func createAdPresenter(adView: any AdView, parentVC: any AdScreen) -> any AdPresenter {
        RepeatingPresenter(adView: adView, parentVC: parentVC)
    }

    func providerName() -> String { "Repeating" }
}

private final class RepeatingPresenter: AdPresenter {
    private weak var adView: (any AdView)?

    init(adView: any AdView, parentVC: any AdScreen) {
        self.adView = adView
    }

    func load(adConfig: AdConfig) {
        for _ in 0..<2 { adView?.adLoadFailed(error: .noAd(unit: adConfig.adUnitId)) }
    }

    func getSize() -> AdSize { .zero }
    func getSize(withContainer container: AdSize) -> AdSize { .zero }
    func showInterstitial() throws(AdRefusal) { throw .notLoaded }
    func reloadAd(withSize inlineBannerSize: String) {}
    func getConfig() -> AdConfig? { nil }
    func getProviderName() -> String { "Repeating" }
    func visibilityChanged(to share: Double) {}
    func click() throws(AdRefusal) { throw .notShown }
    func close() throws(AdRefusal) { throw .notShown }
}
