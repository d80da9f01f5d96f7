import AdPlayback
import MediaTime
import Testing

@Suite("Break with true[X]")
struct BreakTests {
    @Test(
        "T-preload: the ad is requested 20 s before its placeholder, and started when it is there")
    func preload() {
        var stage = PodStage(.sample("mid", at: 100))
        stage.play(to: 79.9)
        #expect(stage.log == [])
        stage.play(to: 90)
        #expect(stage.log == ["create 1 for mid/0 MIDROLL"])
        stage.clearLog()
        stage.play(to: 200)
        #expect(
            stage.log == [
                "break.started mid", "controls locked", "hold", "spots keep", "start 1",
            ])
        #expect(stage.second == 100)
    }

    @Test("T-credit-not-seek-until-terminal: a credit is recorded; the stream moves at the end")
    func creditIsNoted() {
        var stage = PodStage(.sample("mid", at: 100))
        stage.play(to: 100)
        stage.tell(.coffeeStarted, .coffeeOptIn)
        stage.clearLog()
        stage.tell(.adFreePod)
        stage.wait(300)
        #expect(stage.log == ["truex.adFreePod mid 1"])
        #expect(stage.isHeld)
        stage.clearLog()
        stage.tell(.adCompleted(timeSpent: 330))
        #expect(
            stage.log == [
                "truex.completed mid 1", "release 1", "land 160.0 direct",
                "pod.skipped mid 100.0 160.0 direct", "slot.credited mid/1", "slot.credited mid/2",
                "break.ended mid played 0 skipped 0 credited 2", "controls free", "spots drop",
            ])
        #expect(stage.coordinator.state == .content)
    }

    @Test(
        "T-optout-placeholder-skipped-pod-plays: without a credit only the placeholder is skipped",
        arguments: [TruexEvent.OptOutCause.user, .countdown])
    func optOut(cause: TruexEvent.OptOutCause) {
        var stage = PodStage(.sample("mid", at: 100))
        stage.play(to: 100)
        stage.tell(.coffeeStarted, .optOut(cause))
        stage.clearLog()
        stage.tell(.adCompleted(timeSpent: 0))
        #expect(
            stage.log == [
                "truex.completed mid 1", "release 1", "land 102.0 direct",
                "placeholder.skipped mid 100.0 102.0 direct", "spots release",
            ])
        stage.clearLog()
        stage.play(to: 200)
        #expect(
            stage.log == ["break.ended mid played 2 skipped 0 credited 0", "controls free"])
    }

    @Test(
        "T-noads: no ad, or an error, is handled as an end; before the start it delays nothing",
        arguments: [.noAdsAvailable, .adError("500")] as [TruexEvent])
    func nothingToShow(event: TruexEvent) {
        var stage = PodStage(.sample("mid", at: 100))
        stage.play(to: 90)
        stage.tell(event)
        stage.clearLog()
        stage.play(to: 101)
        #expect(
            stage.log == [
                "break.started mid", "controls locked", "land 102.0 direct",
                "placeholder.skipped mid 100.0 102.0 direct",
            ])

        var late = PodStage(.sample("mid", at: 100))
        late.play(to: 100)
        late.tell(event)
        #expect(late.lines("land") == ["land 102.0 direct"])
        #expect(late.coordinator.state == .linearAds)
    }

    @Test(
        "T-start-timeout-stop-silent: a unit that shows nothing in time is stopped, without credit")
    func startTimeout() {
        var stage = PodStage(.sample("mid", at: 100))
        stage.play(to: 100)
        stage.clearLog()
        stage.wait(7.9)
        #expect(stage.log == [])
        stage.wait(0.1)
        #expect(
            stage.log == [
                "stop 1", "truex.timedOut mid 1 start", "land 102.0 direct",
                "placeholder.skipped mid 100.0 102.0 direct", "spots release",
            ])
        stage.clearLog()
        stage.tell(.coffeeStarted, .adFreePod, .adCompleted(timeSpent: 30))
        #expect(stage.log == [])
        #expect(stage.coordinator.staleCount == 3)
    }

    @Test("a renderer that finds no ad in time is stopped, and its placeholder is skipped later")
    func fetchTimeout() {
        var policy = TruexPolicy()
        policy.fetchTimeout = .seconds(5)
        var stage = PodStage(.sample("mid", at: 100), policy: policy, adServer: .silent)
        stage.play(to: 99)
        #expect(stage.lines("stop", "truex") == ["stop 1", "truex.timedOut mid 1 fetch"])
        stage.play(to: 110)
        #expect(stage.lines("start", "hold", "land") == ["land 102.0 direct"])
    }

    @Test("T-start-before-fetch: at a placeholder that comes first the unit is created and started")
    func noPreload() {
        var policy = TruexPolicy()
        policy.preloadTime = .zero
        var stage = PodStage(.sample("mid", at: 100), policy: policy, adServer: .silent)
        stage.play(to: 100)
        #expect(
            stage.log == [
                "break.started mid", "controls locked", "hold", "spots keep",
                "create 1 for mid/0 MIDROLL", "start 1",
            ])
        stage.wait(3)
        stage.tell(.adsAvailable, .coffeeStarted, .fetchAdComplete)
        stage.wait(1000)
        #expect(stage.isHeld)
    }

    @Test("T-pos0-preroll: a pod at the very beginning is reached before anything plays")
    func preroll() {
        let stage = PodStage(.sample("pre", at: 0, .truex, .preroll))
        #expect(stage.log.contains("create 1 for pre/0 PREROLL"))
        #expect(stage.log.last == "start 1")
        #expect(stage.isHeld)
    }

    @Test("T-played-break-skipped: a listener who reaches a pod that is over skips it")
    func playedBreak() {
        var stage = PodStage(.sample("mid", at: 100))
        stage.play(to: 170)
        stage.tell(.coffeeStarted, .adCompleted(timeSpent: 0))
        stage.play(to: 170)
        stage.clearLog()
        stage.send(.seekRequested(to: .at(90)))
        stage.play(to: 165)
        #expect(
            stage.log == [
                "seek 90.0", "land 160.0 direct", "pod.skipped mid 100.0 160.0 direct",
            ])
    }

    @Test(
        "T-skipcard-same-stream_id: a sponsored stream shows the unit that was unavailable before")
    func sponsoredAfterNoBid() {
        var stage = PodStage(
            .sample("pre", at: 0, .truex, .preroll), .sample("mid", at: 100), at: 90)
        stage.tell(.noAdsAvailable)
        stage.send(.seekRequested(to: .zero))
        stage.tell(.coffeeStarted, .adFreePod)
        stage.send(.sponsored)
        stage.tell(.adCompleted(timeSpent: 30))
        stage.clearLog()
        stage.play(to: 200)
        #expect(stage.lines("create", "start") == ["create 3 for mid/0 MIDROLL", "start 3"])
        stage.tell(.coffeeStarted, .skipCardShown, .adFreePod, .adCompleted(timeSpent: 0))
        #expect(stage.lines("land") == ["land 160.0 direct"])
    }

    @Test("T-empty-break: pods without a length or without ads are ignored")
    func emptyBreak() {
        var noAds = TruexPod.sample("a", at: 10)
        noAds.ads = []
        var noLength = TruexPod.sample("b", at: 100)
        noLength.range.end = noLength.range.start
        var stage = PodStage(noAds, noLength)
        stage.play(to: 200)
        stage.send(.seekRequested(to: .at(300)))
        #expect(stage.log == ["seek 300.0"])
    }

    @Test("a placeholder of zero length counts, and nothing is skipped for it")
    func placeholderWithoutLength() {
        var pod = TruexPod.sample("mid", at: 100)
        pod.ads[0].range.end = .at(100)
        var stage = PodStage(pod)
        stage.play(to: 110)
        stage.tell(.coffeeStarted, .adCompleted(timeSpent: 0))
        #expect(stage.lines("land") == ["land 100.0 direct"])
        stage.play(to: 170)
        #expect(stage.lines("start", "break.ended").count == 2)
    }

    @Test("ranges are half-open: the end of a placeholder or pod is outside of it")
    func halfOpen() {
        var stage = PodStage(.sample("mid", at: 100), at: 102)
        #expect(stage.lines("create", "start") == [])
        #expect(stage.coordinator.state == .linearAds)
        stage = PodStage(.sample("mid", at: 100), at: 160)
        #expect(stage.log == [])
    }

    @Test("a missed start is made up inside the placeholder, and a missed end after it")
    func missedEdges() {
        var stage = PodStage(.sample("mid", at: 100))
        stage.send(.heard(.at(101.5)))
        #expect(stage.isHeld)
        stage.tell(.coffeeStarted, .adCompleted(timeSpent: 0))
        stage.send(.heard(.at(500)))
        #expect(stage.lines("break.ended").count == 1)
    }
}
