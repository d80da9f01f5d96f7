import AdDisplay
import Advertising
import Interlude
import Testing

@Suite("The ads of a page beside a session")
struct AdPageTests {
    @Test("a banner comes with its spot, is seen, clicked and reported, and goes with it")
    func companion() async throws {
        try await AdPageStage.run(spotLength: .seconds(60)) { stage in
            stage.page.opened()
            await stage.send(.push([stage.spot(5)]))
            try await stage.witness.waits(forViews: ["spot-1"])
            #expect(await stage.page.visibilityChanged(of: "spot-1", to: 0.6) == .accepted)
            #expect(await stage.page.click("spot-1") == .accepted)
            try await stage.witness.waitsForClick()
            #expect(stage.witness.clicks == [5])
            #expect(try await stage.page.picture(of: "spot-1")?.bytes == AdPageStage.picture)
            #expect(
                stage.page.views.map(\.json.description) == [
                    #"{"id":"spot-1","type":"screenBanner","state":"clicked","position":"spot","#
                        + #""provider":"Companion banners","size":{"height":50},"#
                        + #""image":"/api/views/spot-1/image","text":"Spot 5","#
                        + #""target":"https://shop.test/5","spot":"5"}"#
                ])
            await stage.send(.skip)
            try await stage.witness.waits(forViews: [])
            #expect(await stage.page.click("spot-1") == .unknown)
            #expect(try await stage.page.picture(of: "spot-1") == nil)
        }
    }

    @Test("each line of the log gives the ad, the place, the size and the frame heard so far")
    func log() async throws {
        try await AdPageStage.run(spotLength: .seconds(60)) { stage in
            await stage.send(.push([stage.spot(5)]))
            try await stage.witness.waits(for: "display.loaded")
            let loaded = try #require(stage.witness.records.last)
            #expect(loaded.frame > 0)
            var fields = loaded.json.description
            fields.removeSubrange(
                fields.startIndex..<(try #require(fields.range(of: #""spot""#))).lowerBound)
            #expect(
                fields == #""spot":5,"view":"spot-1","position":"spot","unit":"spot","#
                    + #""type":"screenBanner","provider":"Companion banners","size":"fullx50"}"#)
        }
    }

    @Test("a missing banner is an ad that failed, with the reason in the log")
    func missingBanner() async throws {
        try await AdPageStage.run(spotLength: .seconds(60)) { stage in
            await stage.send(.push([stage.spot(5, banner: "b.png")]))
            try await stage.witness.waits(for: "display.failed")
            #expect(stage.page.views == [])
            #expect(
                stage.witness.records.last?.json["reason"].text
                    == "\(stage.folder.file("b.png")): there is no such file; check the path")
        }
    }

    private static let interstitials = #"""
        [{"image": "a.png", "sizes": ["INTERSTITIAL"], "spot": {"url": "bread.mp3"}}]
        """#

    @Test("an ad covers a screen that is opened, and closes when its own spot ends")
    func interstitial() async throws {
        try await AdPageStage.run(houseAds: Self.interstitials) { stage in
            stage.page.opened()
            try await stage.witness.waits(for: "display.impressed")
            try await stage.witness.waits(for: "display.closed")
            try await stage.witness.waits(forViews: [])
            try await stage.witness.waits(for: "break.ended")
            #expect(
                stage.witness.story.filter { $0.hasPrefix("opening") } == [
                    "opening loading", "opening loaded", "opening impressed", "opening closed",
                ])
            // The other place has no ad that fits.
            #expect(stage.witness.story.contains("between failed"))
        }
    }

    @Test("when the reader closes it, the stream returns at once")
    func closedByReader() async throws {
        try await AdPageStage.run(houseAds: Self.interstitials, spotLength: .seconds(60)) { stage in
            stage.page.opened()
            try await stage.witness.waits(forViews: ["opening-1"])
            try await stage.witness.waits(for: "slot.started")
            #expect(await stage.page.close("opening-1") == .accepted)
            try await stage.witness.waits(for: "slot.skipped")
            try await stage.witness.waits(forViews: [])
            #expect(await stage.page.close("opening-1") == .unknown)
        }
    }

    @Test("its spot waits for a playing one, and is skipped if the ad was closed by then")
    func closedWhileWaiting() async throws {
        try await AdPageStage.run(houseAds: Self.interstitials, spotLength: .seconds(60)) { stage in
            await stage.send(.push([stage.spot(5)]))
            try await stage.witness.waits(for: "slot.started")
            stage.page.opened()
            try await stage.witness.waits(for: "display.impressed")
            #expect(await stage.page.close("opening-1") == .accepted)
            await stage.send(.push([]))
            #expect(stage.session.status.adBreak?.advertisement.title == "Spot 5")
            await stage.send(.skip)
            // Not after the minute that its spot would take.
            try await stage.witness.waits(for: "break.ended")
        }
    }

    @Test("an impossible request is refused with the reason")
    func refused() async throws {
        let list = #"[{"image": "a.png", "sizes": ["BOX_BANNER"]}]"#
        try await AdPageStage.run(houseAds: list) { stage in
            stage.page.opened()
            try await stage.witness.waits(forViews: ["between-1"])
            #expect(
                await stage.page.click("between-1") == .refused("the ad has nothing to click"))
            #expect(
                await stage.page.close("between-1")
                    == .refused("the ad is a banner, not an interstitial"))
            #expect(await stage.page.visibilityChanged(of: "between-2", to: 1) == .unknown)
        }
    }

    @Test("pulling the page down shows the current list")
    func refresh() async throws {
        let list = #"[{"id": "a", "image": "a.png"}]"#
        try await AdPageStage.run(houseAds: list) { stage in
            stage.page.opened()
            try await stage.witness.waits(forViews: ["between-1"])
            try stage.folder.write(AdPageStage.picture, to: "b.png")
            try stage.folder.write(
                Array(#"[{"image": "b.png", "text": "new"}]"#.utf8), to: "house-ads.json")
            stage.page.pulledToRefresh()
            try await stage.witness.waits(forViews: ["between-2"])
            #expect(stage.page.views.map(\.view.creative.text) == ["new"])
        }
    }

    @Test("a page beside a finished session covers no screen for longer than a moment")
    func sessionOver() async throws {
        try await AdPageStage.run(houseAds: Self.interstitials) { stage in
            await stage.send(.stop)
            _ = await stage.session.ended()
            stage.page.opened()
            try await stage.witness.waits(for: "display.closed")
            #expect(stage.page.views == [])
        }
    }
}
