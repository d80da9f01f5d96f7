import AdDisplay
import Testing

@Suite("Preroll")
struct PrerollTests {
    @Test("I-preroll-sync: the ad is offered, and has its row, before the call returns")
    func atOnce() {
        let stage = FeedStage()
        stage.driver.ready = { _ in .sample("early") }
        stage.helper.preroll()
        #expect(
            stage.offers == [
                HostRecorder.Offer(
                    ad: "early", path: FeedPath(section: 0, row: 1), insertion: .preroll,
                    rowCount: 30)
            ])
        #expect(stage.adPositions == [1])
        #expect(stage.agrees)
        #expect(stage.driver.turns.isEmpty)
    }

    @Test("I-preroll-sync: it waits for nothing, and asks no server")
    func noWaiting() {
        let stage = FeedStage()
        stage.helper.preroll()
        #expect(stage.driver.askedAtOnce.count == 1)
        #expect(stage.driver.requests.isEmpty)
        #expect(stage.driver.timers.isEmpty)
        #expect(stage.adPositions.isEmpty)
        stage.scroll(0...3)
        #expect(stage.driver.requests.count == 1, "the placement is free for the feed itself")
    }

    @Test("I-preroll-sync: there is at most one ad, however often it is called")
    func atMostOne() {
        let stage = FeedStage()
        stage.driver.ready = { .sample("of \($0.id.rawValue)") }
        stage.helper.preroll()
        stage.helper.preroll()
        #expect(stage.adPositions == [1])
        #expect(stage.driver.askedAtOnce.count == 1)
    }

    @Test("I-preroll-sync: an inactive feed gets its ad as well")
    func beforeItAppears() {
        let stage = FeedStage()
        stage.helper.setActive(.inactive)
        stage.driver.ready = { _ in .sample("early") }
        stage.helper.preroll()
        #expect(stage.adPositions == [1])
        #expect(stage.history(of: "early") == ["loaded", "inserted"])
    }

    @Test("I-preroll-sync: each visible placement of a tag is asked once until one has an ad")
    func tag() {
        let served = ServedPlacements(
            tag: "NEWS",
            placements: [
                .stream("TOP", maxPos: 2), .stream("MIDDLE", minPos: 3, maxPos: 4),
                .stream("REST", minPos: 5), .stream("FAR", minPos: 6),
            ])
        let stage = FeedStage([30], served)
        stage.driver.ready = { $0.placement == "REST" ? .sample("rest") : nil }
        stage.helper.preroll(visibleCount: 5)
        #expect(stage.driver.askedAtOnce.map(\.placement) == ["TOP", "MIDDLE", "REST"])
        #expect(stage.adPositions == [4])
    }

    @Test(
        "looks no further than the rows that are shown first",
        arguments: [
            (3, 3, 1), (3, 2, 0), (3, 0, 0), (3, -1, 0), (-4, 1, 1), (1, 5, 1), (1, .max, 1),
            (31, .max, 0),
        ])
    func range(minPos: Int, visibleCount: Int, asked: Int) {
        let stage = FeedStage([30], ServedPlacements(.stream(minPos: minPos)))
        stage.helper.preroll(visibleCount: visibleCount)
        #expect(stage.driver.askedAtOnce.count == asked)
    }
}
