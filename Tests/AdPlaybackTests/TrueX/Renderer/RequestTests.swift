import AdPlayback
import MediaTime
import Testing

@Suite("Request of a unit")
struct RequestTests {
    @Test("T-preload: an ad requested early is reported, and shows nothing before its start")
    func preload() {
        var stage = UnitStage()
        #expect(stage.send(.initialize(TruexHistory())).contains(.fetch))
        stage.wait(5)
        stage.send(.fetched(.ad(.sample())))
        #expect(stage.told == [.adsAvailable, .fetchAdComplete])
        stage.wait(600)
        #expect(stage.view == .nothing)
        stage.clearEffects()
        stage.send(.start(TruexHistory()))
        #expect(stage.told == [.coffeeStarted, .adDisplayed])
        #expect(stage.view.kind == "choiceCard")
    }

    @Test("T-start-before-fetch: a start waits for the ad, and shows that it waits")
    func startBeforeFetch() {
        var stage = UnitStage()
        stage.send(.initialize(TruexHistory()))
        stage.send(.start(TruexHistory()))
        #expect(stage.view == .loading)
        stage.wait(3)
        stage.send(.fetched(.ad(.sample())))
        #expect(stage.told == [.adsAvailable, .fetchAdComplete, .coffeeStarted, .adDisplayed])
        #expect(stage.view.kind == "choiceCard")
    }

    @Test("T-noads: no bid ends the renderer once, started or not", arguments: [false, true])
    func noAds(isStarted: Bool) {
        var stage = UnitStage()
        stage.send(.initialize(TruexHistory()))
        if isStarted { stage.send(.start(TruexHistory())) }
        stage.send(.fetched(.noBid))
        stage.send(.fetched(.ad(.sample())))
        stage.send(.fetchFailed("late"))
        #expect(stage.told == [.noAdsAvailable])
        #expect(stage.machine.staleCount == 2)
        #expect(stage.view == .nothing)
    }

    @Test(
        "a request that fails, or that the ad server refuses, is an error",
        arguments: [
            .fetchFailed("no route to host"), .fetched(.refused("no route to host")),
        ] as [TruexRendererMachine.Event])
    func failure(event: TruexRendererMachine.Event) {
        var stage = UnitStage()
        stage.send(.initialize(TruexHistory()))
        stage.send(event)
        #expect(stage.told == [.adError("no route to host")])
        #expect(stage.tracked == [.playerNoLoad])
        #expect(!stage.effects.contains(.cancelFetch))
    }

    @Test("an ad server that does not answer within 15 s times out")
    func fetchTimeout() {
        var stage = UnitStage()
        stage.send(.initialize(TruexHistory()))
        stage.wait(14.9)
        #expect(stage.told.isEmpty)
        stage.wait(0.1)
        #expect(stage.told == [.adError("the ad server gave no answer in time")])
        #expect(stage.effects.contains(.cancelFetch))
    }

    @Test("a stop during the request cancels it, and no event follows")
    func stopWhileFetching() {
        var stage = UnitStage()
        stage.send(.initialize(TruexHistory()))
        stage.clearEffects()
        #expect(stage.send(.stop) == [.cancelFetch, .wake(at: nil)])
        stage.clearEffects()
        stage.send(.fetched(.ad(.sample())))
        stage.send(.start(TruexHistory()))
        stage.wait(60)
        #expect(stage.effects == [])
        #expect(stage.machine.staleCount == 2)
    }

    @Test("a second start, a start before the beginning and a second beginning change nothing")
    func illegal() {
        var stage = UnitStage()
        #expect(stage.send(.start(TruexHistory())) == [])
        stage = .atCard()
        #expect(stage.send(.start(TruexHistory())) == [])
        #expect(stage.send(.initialize(TruexHistory())) == [])
        #expect(stage.send(.resume(.host)) == [])
    }
}
