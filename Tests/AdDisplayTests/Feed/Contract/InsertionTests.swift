import AdDisplay
import Testing

@Suite("Insertion")
struct InsertionTests {
    @Test("I-insert-async-generation: a row that is drawn changes no row of the feed")
    func notInTheCallersStack() {
        let stage = FeedStage()
        stage.scroll(0...3)
        #expect(stage.driver.requests.count == 1)
        #expect(stage.adPositions.isEmpty)
        #expect(stage.feed.takeChanges().isEmpty)
    }

    @Test("I-insert-async-generation: the path is agreed on first, and the row comes a turn later")
    func pathBeforeRow() {
        let stage = FeedStage()
        stage.scroll(0...3)
        stage.load()
        #expect(stage.offers.map(\.path) == [FeedPath(section: 0, row: 4)])
        #expect(stage.feed.model.paths.count == 30)
        #expect(!stage.helper.isAd(at: FeedPath(section: 0, row: 4)))
        stage.takeTurns()
        #expect(stage.feed.model.paths.count == 31)
        #expect(stage.adPositions == [4])
        #expect(stage.agrees)
    }

    @Test("I-insert-async-generation: a path agreed on for a feed that is gone is forgotten")
    func cleanedBetween() {
        let stage = FeedStage()
        stage.scroll(0...3)
        stage.load()
        stage.helper.refresh { stage.feed.replace(with: [["new 0", "new 1", "new 2"]]) }
        stage.takeTurns()
        #expect(stage.adPositions.isEmpty)
        #expect(stage.feed.itemCounts == [3])
        #expect(stage.feed.model.paths.count == 3)
        #expect(stage.helper.machine.staleCount == 1)
    }

    @Test("I-insert-async-generation: the host is asked again if an edit came in between")
    func editedBetween() throws {
        let stage = FeedStage()
        stage.scroll(0...3)
        stage.load()
        for _ in 0..<28 { try stage.feed.remove(at: FeedPath(section: 0, row: 2)) }
        stage.takeTurns()
        #expect(stage.adPositions.isEmpty)
        #expect(stage.log.last == "refused:tooShort ad1")
        for number in 0..<9 {
            try stage.feed.insert("late \(number)", at: FeedPath(section: 0, row: 2))
        }
        stage.scroll(0...3)
        stage.takeTurns()
        #expect(stage.driver.requests.count == 1, "the ad that is there needs no other")
        #expect(stage.adPositions == [4])
        #expect(stage.agrees)
    }

    @Test("I-below-visible-only: a row that has come into view meanwhile is not pushed down")
    func scrolledBetween() {
        let stage = FeedStage()
        stage.scroll(0...3)
        stage.load()
        stage.show(3...9)
        stage.takeTurns()
        #expect(stage.adPositions == [10])
        #expect(stage.offers.map(\.path.row) == [4, 10])
    }

    @Test("one request at a time is under way for a placement")
    func oneInFlight() {
        let stage = FeedStage()
        stage.scroll(0...3)
        stage.scroll(5...9)
        #expect(stage.driver.requests.count == 1)
        stage.load()
        stage.scroll(9...14)
        #expect(stage.driver.requests.count == 1, "the row is not there yet")
        stage.takeTurns()
        stage.scroll(30...30)
        #expect(stage.driver.requests.count == 2)
    }

    @Test("a request says which series it is of, which place it is for, and how wide it may be")
    func requestWords() throws {
        let stage = FeedStage()
        stage.helper.setPreferredAdWidth(-5)
        #expect(stage.helper.currentAdWidthSetting == -1)
        stage.scroll(0...3)
        stage.settle()
        stage.helper.setPreferredAdWidth(480)
        #expect(stage.helper.currentAdWidthSetting == 480)
        stage.scroll(5...9)
        stage.helper.cleanAds()
        stage.scroll(0...3)
        let requests = stage.driver.requests
        try #require(requests.count == 3)
        #expect(
            requests.map { "\($0.key) \($0.place) \($0.width ?? -1)" } == [
                "STREAM_1416787200000 1 -1.0", "STREAM_1416787200000 2 480.0",
                "STREAM_1416787200001 1 480.0",
            ])
    }

    @Test("a feed without end requests a thousand ads, and more only once it was cleaned")
    func endless() {
        let stage = FeedStage([4200], ServedPlacements(Placement("stream", servingFreq: 1)))
        var position = 0
        while position < 4196 {
            stage.scroll(position...position + 3)
            stage.settle()
            position += 4
        }
        #expect(stage.adPositions.count == 1000)
        #expect(stage.driver.requests.count == 1000)
        stage.helper.refresh { stage.feed.replace(with: [["a", "b", "c", "d"]]) }
        stage.scroll(0...2)
        stage.settle()
        #expect(stage.driver.requests.count == 1001)
        #expect(stage.adPositions == [3])
    }
}
