import AdDisplay
import Testing

@Suite("Refresh of a feed")
struct RefreshTests {
    @Test("I-clean-refresh: ads end in order, the data are replaced, and new ads come")
    func cleanRefresh() {
        let stage = FeedStage()
        stage.insertAds(at: 4)
        stage.scroll(2...6)
        stage.clearLog()
        stage.feed.visiblePaths = FeedPath(section: 0, row: 0)...FeedPath(section: 0, row: 2)
        stage.helper.refresh {
            #expect(stage.adPositions.isEmpty)
            #expect(stage.feed.model.paths.count == 30, "the host's data are clean by then")
            stage.feed.replace(with: [["a", "b", "c", "d", "e", "f"]])
        }
        #expect(stage.log == ["hidden ad1 0.4", "stopped:removed ad1 0.4", "removed ad1 0.4"])
        stage.scroll(0...2)
        stage.settle()
        #expect(stage.adPositions == [3])
        #expect(stage.agrees)
    }

    @Test("I-clean-refresh: everything pending is cancelled, and may be requested again")
    func calledOff() throws {
        let stage = FeedStage()
        stage.scroll(0...3)
        let request = try #require(stage.driver.open.first)
        stage.helper.cleanAds()
        #expect(stage.driver.timers.isEmpty)
        #expect(stage.driver.cancelled == [request.id])
        stage.scroll(0...3)
        #expect(stage.driver.requests.count == 2)
        #expect(stage.driver.requests[0].key != stage.driver.requests[1].key)
    }

    @Test("I-late-ad-after-clean-dropped: an ad requested before is counted, and not inserted")
    func lateAd() throws {
        let stage = FeedStage()
        stage.scroll(0...3)
        let request = try #require(stage.driver.open.first)
        stage.helper.cleanAds()
        stage.scroll(0...3)
        stage.helper.take(.loaded(request.id, .sample("late")))
        stage.takeTurns()
        #expect(stage.adPositions.isEmpty)
        #expect(stage.helper.machine.staleCount == 1)
        stage.settle()
        #expect(stage.adPositions == [4], "the request after it is answered as ever")
        #expect(!stage.log.contains { $0.contains("late") })
    }

    @Test(
        "a feed that is rebuilt without being cleaned loses its rows, and no ad",
        arguments: [
            [["a", "b", "c", "d", "e", "f"], ["g"]], [Array(repeating: "new", count: 30)],
        ])
    func notCleaned(sections: [[String]]) {
        let stage = FeedStage()
        stage.insertAds(at: 4)
        stage.scroll(2...6)
        stage.clearLog()
        stage.feed.replace(with: sections)
        stage.scroll(0...2)
        #expect(
            stage.log == ["hidden ad1 0.4", "stopped:removed ad1 0.4", "removed ad1 0.4"])
        stage.settle()
        #expect(stage.adPositions == [3])
        #expect(stage.driver.requests.count == 1, "the ad that is there gets a row again")
        #expect(stage.agrees)
    }

    @Test("a delegate may clean or refresh the feed from its callback")
    func reentrant() {
        let stage = FeedStage()
        stage.answer = { path in
            stage.helper.cleanAds()
            return path
        }
        stage.scroll(0...3)
        stage.load()
        stage.takeTurns()
        #expect(stage.adPositions.isEmpty)
        #expect(stage.agrees)
        stage.answer = nil
        stage.scroll(0...3)
        stage.settle()
        #expect(stage.adPositions == [4])
    }
}
