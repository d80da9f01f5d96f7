import AdDisplay
import Testing

@Suite("Status of ads")
struct StatusTests {
    /// A feed at rest with ads at 4 and 8, and no visible rows.
    private func stage(_ format: FeedAd.Format = .audioCard) -> FeedStage {
        let stage = FeedStage([30], ServedPlacements(.stream(servingFreq: 1)))
        stage.insertAds(at: 4, 8, format: format)
        stage.clearLog()
        return stage
    }

    @Test(
        "I-idle-gates-start: an ad that comes into view is shown, and starts at rest",
        arguments: [
            (FeedMotion.moving, ["shown"]), (.idle, ["shown", "started:view", "impression"]),
        ])
    func idleGatesStart(motion: FeedMotion, history: [String]) {
        let stage = stage()
        stage.feed.motion = motion
        stage.show(2...6)
        #expect(stage.history(of: "ad1") == history)
        stage.rest()
        #expect(stage.history(of: "ad1") == ["shown", "started:view", "impression"])
        #expect(stage.helper.loadedAds.map(\.playback) == [.silent, .stopped])
        #expect(stage.driver.plays.isEmpty, "no audio was requested")
    }

    @Test("I-keeps-playing-while-scrolling: out of view it is hidden, and stops at rest")
    func keepsPlaying() {
        let stage = stage()
        stage.show(2...6)
        stage.clearLog()
        stage.feed.motion = .moving
        stage.show(12...16)
        #expect(stage.log == ["hidden ad1 0.4"])
        stage.show(2...6)
        stage.rest()
        #expect(stage.log == ["hidden ad1 0.4", "shown ad1 0.4"], "it has played on")
        stage.feed.motion = .moving
        stage.show(12...16)
        stage.rest()
        #expect(stage.log.suffix(2) == ["hidden ad1 0.4", "stopped:outOfView ad1 0.4"])
    }

    @Test(
        "I-inactive-stops: whether it scrolls or not, nothing plays in an inactive feed",
        arguments: [FeedMotion.idle, .moving])
    func inactiveStops(motion: FeedMotion) {
        let stage = stage()
        stage.show(2...9)
        stage.clearLog()
        stage.feed.motion = motion
        stage.helper.setActive(.inactive)
        #expect(stage.log == ["hidden ad1 0.4", "stopped:inactive ad1 0.4", "hidden ad2 0.8"])
        stage.show(7...9)
        stage.rest()
        #expect(stage.log.count == 3, "none starts")
        stage.helper.setActive(.active)
        #expect(stage.history(of: "ad2").suffix(3) == ["shown", "started:view", "impression"])
    }

    @Test("I-stops-before-starts: at most one ad is started, and the playing one stops first")
    func stopsBeforeStarts() {
        let stage = stage()
        stage.show(2...9)
        #expect(stage.helper.loadedAds.map(\.playback) == [.silent, .stopped])
        stage.clearLog()
        stage.show(6...9)
        #expect(
            stage.log == [
                "hidden ad1 0.4", "stopped:outOfView ad1 0.4", "started:view ad2 0.8",
                "impression ad2 0.8", "onAdImpression ad2",
            ])
        stage.clearLog()
        stage.show(2...6)
        #expect(
            stage.log == [
                "hidden ad2 0.8", "stopped:outOfView ad2 0.8", "shown ad1 0.4",
                "started:view ad1 0.4",
            ], "from below, too; and an impression counts once")
    }

    @Test("only one of several tabs is active, and ads in the others stop before its ad starts")
    func tabs() {
        let tabs = FeedTabs()
        let served = ServedPlacements(.stream(servingFreq: 1))
        let first = FeedStage([30], served, tabs: tabs)
        first.insertAds(at: 2)
        first.show(0...5)
        let second = FeedStage([30], served, tabs: tabs)
        #expect(!first.helper.isActiveSection && second.helper.isActiveSection)
        #expect(first.history(of: "ad1").suffix(2) == ["hidden", "stopped:inactive"])
        first.helper.setActive(.active)
        #expect(first.helper.isActiveSection && !second.helper.isActiveSection)
        second.helper.setActive(.inactive)
        #expect(first.helper.isActiveSection)
    }

    @Test("an ad stopped by the host may restart; by the listener, not while it stays in view")
    func stopping() {
        let stage = stage()
        stage.show(2...6)
        stage.helper.stopAds()
        #expect(stage.log.last == "stopped:host ad1 0.4")
        stage.rest()
        #expect(stage.log.last == "started:view ad1 0.4")
        stage.helper.stopAd(FeedAdHandle(1))
        #expect(stage.log.last == "stopped:listener ad1 0.4")
        stage.rest()
        #expect(stage.log.last == "stopped:listener ad1 0.4")
        stage.show(12...16)
        stage.show(2...6)
        #expect(stage.log.last == "started:view ad1 0.4")
    }

    @Test("no ad starts by itself where the host does not want that")
    func autoplayOff() {
        let stage = stage()
        stage.helper.settings.autoplay = .never
        stage.show(2...6)
        #expect(stage.log == ["shown ad1 0.4"])
        stage.helper.startAd(FeedAdHandle(1))
        #expect(stage.history(of: "ad1").suffix(2) == ["started:listener", "impression"])
    }

    @Test("a click is reported with its target")
    func click() {
        let stage = stage(.card)
        stage.helper.clickAd(FeedAdHandle(1))
        #expect(
            stage.log == ["clicked ad1 0.4", "onAdClick ad1 http://shop.test/ad1"])
        stage.helper.clickAd(FeedAdHandle(99))
        #expect(stage.log.count == 2)
    }
}
