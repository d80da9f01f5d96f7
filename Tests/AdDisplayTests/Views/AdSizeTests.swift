import AdDisplay
import Testing

@Suite("Sizes of ads (rule A15)")
struct AdSizeTests {
    @Test(
        "A-sizes: each name has its size, and an unknown name has none",
        arguments: [
            ("BANNER", "320x50"), ("BOX_BANNER", "300x250"), ("SMART_BANNER", "fullx50"),
            ("STANDARD", "728x90"), ("BILLBOARD_BANNER", "320x150"), ("SPONSOR", "320x51"),
            ("banner", "0x0"), ("", "0x0"),
        ])
    func names(name: String, size: String) {
        for plugin in [HouseAdsPlugin(), CompanionBannersPlugin()] as [any AdPlugin] {
            #expect(plugin.size(forInlineBannerSize: name).description == size)
        }
    }

    @Test("A-sizes: nothing is drawn before the ad arrives, nor while another is requested")
    func beforeLoad() {
        let stage = ViewStage()
        #expect(stage.presenter.getSize() == .zero)
        stage.presenter.load(adConfig: .inlineBanner)
        #expect(stage.presenter.getSize() == .zero)
        stage.source.find(1)
        #expect(stage.presenter.getSize() == AdSize(width: 320, height: 50))
        stage.presenter.load(adConfig: .inlineBanner)
        #expect(stage.presenter.getSize() == .zero)
    }

    @Test("A-sizes: a full-size ad fills the container, and no other does")
    func container() {
        let container = AdSize(width: 390, height: 844)
        #expect(AdSizeName.smartBanner.size.fitted(to: container) == AdSize(width: 390, height: 50))
        #expect(AdSize.fullScreen.fitted(to: container) == container)
        #expect(AdSizeName.banner.size.fitted(to: container) == AdSizeName.banner.size)
        let stage = ViewStage.loaded(
            .screenBanner, .sample(size: AdSizeName.smartBanner.size))
        #expect(stage.presenter.getSize(withContainer: container) == AdSize(width: 390, height: 50))
    }

    @Test("A-sizes: a banner is reloaded in another size")
    func reload() {
        let stage = ViewStage()
        stage.presenter.reloadAd(withSize: "BOX_BANNER")
        #expect(stage.host.told == [])
        stage.presenter.load(adConfig: .screenBanner)
        stage.presenter.reloadAd(withSize: "BOX_BANNER")
        #expect(stage.presenter.getConfig()?.inlineBannerSize == "BOX_BANNER")
        #expect(stage.presenter.getConfig()?.adUnitId == "unit")
        #expect(stage.source.requestCount == 2)
    }
}
