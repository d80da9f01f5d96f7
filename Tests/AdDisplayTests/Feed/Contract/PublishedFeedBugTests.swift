import AdDisplay
import Testing

/// The bugs of the published helper and its sample, numbered as in docs/behaviour.md.
@Suite("Published bugs of the feed")
struct PublishedFeedBugTests {
    private func path(_ row: Int, _ section: Int = 0) -> FeedPath {
        FeedPath(section: section, row: row)
    }

    /// A feed with ads at these rows of the first section.
    private func stage(_ itemCounts: [Int] = [10], adsAt rows: Int...) -> FeedStage {
        let stage = FeedStage(itemCounts, ServedPlacements(.stream(servingFreq: 1)))
        for row in rows { stage.insertAds(at: row) }
        stage.clearLog()
        return stage
    }

    @Test("bug 1: a failed request does not block its placement forever")
    func bug1FailureBlocks() {
        let stage = FeedStage()
        stage.scroll(0...3)
        stage.fail()
        stage.scroll(1...4)
        stage.settle()
        #expect(stage.adPositions == [5])
    }

    @Test("bug 2: an ad that was refused is not thrown away")
    func bug2RefusedIsLost() {
        let stage = FeedStage()
        stage.answer = { _ in nil }
        stage.scroll(0...3)
        stage.settle()
        stage.answer = nil
        stage.scroll(1...4)
        stage.settle()
        #expect(stage.helper.loadedAds.map(\.ad.id) == ["ad1"])
        #expect(stage.driver.requests.count == 1)
    }

    @Test("bug 3: when an item is deleted, the ads below it move up")
    func bug3Delete() throws {
        let stage = stage(adsAt: 3, 6)
        try stage.feed.remove(at: path(0))
        #expect(stage.adPositions == [2, 5])
        #expect(stage.agrees)
    }

    @Test("bug 4: when items are inserted, ads move down together, and none overwrites another")
    func bug4Insert() throws {
        let stage = stage(adsAt: 2, 4, 6)
        try stage.feed.insert("a", at: path(0))
        try stage.feed.insert("b", at: path(0))
        #expect(stage.adPositions == [4, 6, 8])
        #expect(stage.helper.loadedAds.map(\.ad.id) == ["ad1", "ad2", "ad3"])
        #expect(stage.agrees)
    }

    @Test("bug 5: an item that moves past an ad moves it, and sections carry theirs along")
    func bug5Move() throws {
        let stage = stage([6, 3], adsAt: 2)
        try stage.feed.move(from: path(5), to: path(0))
        #expect(stage.helper.adPaths == [path(3)])
        try stage.feed.insertSection(["new"], at: 0)
        #expect(stage.helper.adPaths == [path(3, 1)])
        try stage.feed.removeSection(at: 0)
        #expect(stage.helper.adPaths == [path(3)])
        #expect(stage.agrees)
    }

    @Test("bug 6: the first row of a section is not one past the end of the section before")
    func bug6FirstOfNextSection() {
        let layout = FeedLayout(itemCounts: [4, 3])
        #expect(layout.path(at: 4) == path(0, 1))
        #expect(layout.path(at: 3) == path(3))
    }

    @Test("bug 7: cleaning hides, stops and removes what was there")
    func bug7Reset() {
        let stage = stage(adsAt: 3)
        stage.show(1...5)
        stage.clearLog()
        stage.helper.cleanAds()
        #expect(stage.history(of: "ad1") == ["hidden", "stopped:removed", "removed"])
        #expect(stage.feed.model.paths.count == 10)
    }

    @Test("bug 8: a row past the end is refused in every section, not in the last one only")
    func bug8PastTheEnd() {
        let stage = FeedStage([6, 6])
        stage.answer = { _ in FeedPath(section: 0, row: 6) }
        stage.scroll(0...3)
        stage.settle()
        #expect(stage.adPositions.isEmpty)
        #expect(stage.log.last == "refused:host ad1 0.6")
    }

    @Test("bug 9: an ad that was requested before the feed was cleaned does not get into it")
    func bug9LateAd() throws {
        let stage = FeedStage()
        stage.scroll(0...3)
        let request = try #require(stage.driver.open.first)
        stage.helper.cleanAds()
        stage.helper.take(.loaded(request.id, .sample("late")))
        stage.takeTurns()
        #expect(stage.adPositions.isEmpty)
    }

    @Test("bug 9: nor does one that arrives when the feed is inactive")
    func bug9Deactivated() {
        let stage = FeedStage()
        stage.scroll(0...3)
        stage.helper.setActive(.inactive)
        stage.settle()
        #expect(stage.adPositions.isEmpty)
    }

    @Test("bug 10: no ad is appended below the last row")
    func bug10Append() {
        let stage = FeedStage([8])
        stage.answer = { _ in FeedPath(section: 0, row: 8) }
        stage.scroll(0...3)
        stage.settle()
        #expect(stage.adPositions.isEmpty)
    }

    @Test("bug 10: what is drawn for an ad depends on the ad, and not on its position")
    func bug10Identity() throws {
        let stage = stage(adsAt: 3)
        let first = try #require(stage.helper.view(at: path(3)))
        try stage.feed.insert("new", at: path(0))
        #expect(stage.helper.view(at: path(4))?.id == first.id)
        stage.helper.cleanAds()
        stage.insertAds(at: 3)
        let second = try #require(stage.helper.view(at: path(3)))
        #expect(second.id != first.id)
    }

    @Test("bug 11: a path that was agreed on before a refresh puts no ad into the new data")
    func bug11StalePath() {
        let stage = FeedStage()
        stage.scroll(0...3)
        stage.load()
        stage.helper.refresh { stage.feed.replace(with: [Array(repeating: "new", count: 30)]) }
        stage.takeTurns()
        #expect(stage.feed.model.paths.count == 30)
        #expect(stage.agrees)
    }

    @Test("bug 11: nor one that was agreed on before an edit")
    func bug11StaleEdit() throws {
        let stage = FeedStage()
        stage.scroll(0...3)
        stage.load()
        try stage.feed.insertSection(["a", "b", "c", "d", "e", "f"], at: 0)
        stage.takeTurns()
        #expect(stage.offers.count == 2, "the host is asked again")
        #expect(stage.agrees)
    }

    @Test("bug 12: a card that grows after its row has moved grows where it is")
    func bug12Height() throws {
        let stage = FeedStage()
        stage.insertAds(at: 4, format: .pullDownCard(extendedHeight: 180))
        try stage.feed.insert("new", at: path(0))
        _ = stage.feed.takeChanges()
        stage.helper.clickAd(FeedAdHandle(1))
        #expect(
            stage.feed.takeChanges() == [.resized(path(5), height: 190, within: .seconds(1))])
    }
}
