import AdDisplay
import Advertising
import Testing

@Suite("The ads of a page")
struct AdBoardTests {
    @Test("a banner is hidden until it is loaded, and reported when it is seen and clicked")
    func banner() throws {
        let stage = BoardStage(.inlineBanner)
        stage.board.opened("page")
        #expect(stage.shown == [])
        stage.source.find(1)
        #expect(stage.shown == ["place1-1"])
        #expect(stage.board.visibilityChanged(of: "place1-1", to: 0.5))
        #expect(try stage.board.click("place1-1"))
        #expect(
            stage.effects() == [
                "place1 loading", "place1 loaded", "place1 impressed", "place1 clicked",
            ])
    }

    @Test("A-failed-removes-row: a row without an ad is removed, once, and returns with one")
    func failedRow() {
        let stage = BoardStage(.inlineBanner, .inlineBanner)
        stage.board.opened("page")
        stage.source.fail(1)
        stage.source.find(2)
        #expect(stage.shown == ["place2-1"])
        #expect(
            stage.effects() == [
                "place1 loading", "place2 loading", "place1 failed", "place2 loaded",
            ])
        stage.board.opened("page")
        stage.source.find(3)
        #expect(stage.shown == ["place1-1", "place2-1"])
    }

    @Test("A-no-plugin: without a plug-in nothing is shown, reported or refused")
    func noPlugin() throws {
        let stage = BoardStage(
            .inlineBanner, .screenBanner, .interstitial, plugins: AdPluginRegistry())
        stage.board.opened("page")
        stage.board.didAppear("page")
        stage.board.pulledToRefresh()
        stage.board.heardChanged(to: .spot(1, banner: "1.png"))
        stage.board.soundEnded()
        #expect(stage.shown == [])
        #expect(stage.effects() == [])
        #expect(try !stage.board.click("place1-1"))
    }

    @Test("A-no-plugin: a registry makes another plug-in for each caller")
    func instances() throws {
        var registry = AdPluginRegistry()
        #expect(registry.getAdPlugin(.houseAds) == nil)
        registry.register(.houseAds) { HouseAdsPlugin() }
        let first = try #require(registry.getAdPlugin(.houseAds))
        #expect(first !== registry.getAdPlugin(.houseAds))
        #expect(registry.getAdPlugin(.companionBanners) == nil)
    }

    @Test("A-no-plugin: a manager makes another plug-in for each caller, or has none")
    func manager() throws {
        let manager = AdvertisementManager()
        #expect(manager.getAdPlugin() == nil)
        manager.register { HouseAdsPlugin() }
        let first = try #require(manager.getAdPlugin())
        #expect(first !== manager.getAdPlugin())
        manager.register(nil)
        #expect(manager.getAdPlugin() == nil)
        #expect(AdvertisementManager.sharedInstance === AdvertisementManager.sharedInstance)
    }

    @Test("A-refresh-protocol: banners are reloaded when their plug-in says so, and only then")
    func refresh() {
        let stage = BoardStage(.inlineBanner, .interstitial)
        stage.board.opened("page")
        stage.source.find(1)
        stage.source.find(2)
        stage.board.pulledToRefresh()
        stage.board.didAppear("page")
        #expect(stage.source.requestCount == 2)
        stage.plugin.reloadsOnPull = true
        stage.board.pulledToRefresh()
        #expect(stage.source.requestCount == 3)
        stage.plugin.reloadsOnAppearing = true
        stage.board.didAppear("page")
        #expect(stage.source.requestCount == 4)
    }

    @Test("A-refresh-protocol: a plug-in without the protocol is left alone")
    func noRefresh() {
        var registry = AdPluginRegistry()
        let plugin = CompanionBannersPlugin()
        registry.register(.houseAds) { plugin }
        let stage = BoardStage(.screenBanner, plugins: registry)
        stage.board.heardChanged(to: .spot(1, banner: "1.png"))
        stage.board.pulledToRefresh()
        stage.board.didAppear("page")
        #expect(stage.shown == ["place1-1"])
    }

    @Test("an event of an ad that was replaced reaches no other ad")
    func formerView() throws {
        let stage = BoardStage(.inlineBanner)
        stage.plugin.reloadsOnPull = true
        stage.board.opened("page")
        stage.source.find(1)
        stage.board.pulledToRefresh()
        stage.source.find(2)
        #expect(stage.shown == ["place1-2"])
        _ = stage.effects()
        #expect(!stage.board.visibilityChanged(of: "place1-1", to: 1))
        #expect(try !stage.board.click("place1-1"))
        #expect(try !stage.board.close("place1-1"))
        #expect(stage.effects() == [])
    }
}
