import AdDisplay
import Testing

@Suite("Ads without a row")
struct RefusalTests {
    @Test("I-refused-nil: nothing appears, and the ad waits for another chance")
    func refused() {
        let stage = FeedStage()
        stage.answer = { _ in nil }
        stage.scroll(0...3)
        stage.settle()
        #expect(stage.adPositions.isEmpty)
        #expect(stage.log.suffix(2) == ["loaded ad1", "refused:host ad1"])
        stage.answer = nil
        stage.scroll(1...4)
        stage.settle()
        #expect(stage.adPositions == [5])
        #expect(stage.driver.requests.count == 1)
    }

    @Test("I-refused-nil: the feed is too short", arguments: [0, 1, 4])
    func tooShort(itemCount: Int) {
        let stage = FeedStage([itemCount])
        if itemCount > 0 { stage.scroll(0...itemCount - 1) }
        stage.settle()
        #expect(stage.adPositions.isEmpty)
        #expect(stage.history(of: "ad1") == (itemCount > 0 ? ["loaded", "refused:tooShort"] : []))
    }

    @Test(
        "I-failure-unblocks-placement: after any failure the placement asks again",
        arguments: [FeedAdFailure.failed, .noAd, .notReady, .timeout])
    func failed(failure: FeedAdFailure) throws {
        let stage = FeedStage()
        stage.scroll(0...3)
        let request = try #require(stage.driver.open.first)
        #expect(stage.driver.timers == [request.id: .seconds(5)])
        stage.helper.take(.failed(request.id, failure))
        #expect(stage.driver.timers.isEmpty)
        #expect(stage.driver.cancelled == (failure == .timeout ? [request.id] : []))
        #expect(stage.log.last == "failed:\(failure) STREAM#1")
        stage.scroll(1...4)
        #expect(stage.driver.requests.count == 2)
        stage.driver.cancel(request.id)
        stage.settle()
        #expect(stage.adPositions == [5])
    }

    @Test("I-failure-unblocks-placement: an answer that comes after its time is dropped")
    func lateAnswer() throws {
        let stage = FeedStage()
        stage.scroll(0...3)
        let request = try #require(stage.driver.open.first)
        stage.helper.take(.failed(request.id, .timeout))
        stage.helper.take(.loaded(request.id, .sample("late")))
        stage.helper.take(.failed(request.id, .failed))
        stage.takeTurns()
        #expect(stage.adPositions.isEmpty)
        #expect(stage.helper.machine.staleCount == 2)
        #expect(!stage.log.contains { $0.hasPrefix("loaded") })
    }

    @Test("an ad that arrives while the feed is inactive is kept, and appears when it is active")
    func inactive() {
        let stage = FeedStage()
        stage.scroll(0...3)
        stage.helper.setActive(.inactive)
        stage.settle()
        #expect(stage.adPositions.isEmpty)
        stage.helper.setActive(.active)
        stage.settle()
        #expect(stage.adPositions == [4])
        #expect(stage.driver.requests.count == 1)
    }
}
