import AdPlayback
import MediaTime
import Testing

@Suite("Collisions with true[X]")
struct CollisionTests {
    @Test(
        "spots wait for a unit, and are dropped by a credit if that is the policy (rule X1)",
        arguments: [
            (true, true, "spots drop"), (true, false, "spots release"),
            (false, true, "spots release"),
        ])
    func queuedSpots(hasCredit: Bool, covers: Bool, rule: String) {
        var policy = TruexPolicy()
        policy.creditCoversQueuedSpots = covers
        var stage = PodStage(.sample("mid", at: 100), policy: policy)
        stage.play(to: 100)
        stage.tell(.coffeeStarted)
        if hasCredit { stage.tell(.adFreePod) }
        stage.tell(.adCompleted(timeSpent: 0))
        #expect(stage.lines("spots") == ["spots keep", rule])
    }

    @Test("a spot that plays at the placeholder may finish; the stream is held meanwhile (rule X2)")
    func spotAtPlaceholder() {
        var stage = PodStage(.sample("mid", at: 100))
        stage.play(to: 95)
        stage.send(.spotsChanged(.playing))
        stage.play(to: 120)
        #expect(stage.second == 100)
        #expect(stage.lines("hold", "start", "spots") == ["hold", "spots keep"])
        stage.wait(30)
        #expect(stage.lines("start") == [])
        stage.send(.spotsChanged(.idle))
        #expect(stage.log.last == "start 1")
    }

    @Test("a unit without an ad by the time the spot is over is skipped (rule X2)")
    func adIsGoneUnderSpot() {
        var stage = PodStage(.sample("mid", at: 100))
        stage.send(.spotsChanged(.playing))
        stage.play(to: 120)
        stage.tell(.noAdsAvailable)
        #expect(stage.isHeld)
        stage.send(.spotsChanged(.idle))
        #expect(
            stage.lines("start", "land", "spots") == [
                "spots keep", "land 102.0 direct", "spots release",
            ])
    }

    @Test("leaving stops the renderer first, and ends everything once (rule X4)")
    func leave() {
        var stage = PodStage(.sample("mid", at: 100))
        stage.play(to: 100)
        stage.tell(.coffeeStarted, .adFreePod)
        stage.clearLog()
        stage.send(.message(.leave))
        #expect(
            stage.log == [
                "stop 1", "break.ended mid played 0 skipped 2 credited 0", "controls free",
                "spots drop", "closeStream",
            ])
        stage.clearLog()
        stage.send(.message(.leave))
        stage.tell(.adCompleted(timeSpent: 30))
        stage.send(.heard(.at(100)))
        stage.wait(100)
        #expect(stage.log == [])
    }

    @Test(
        "the stream can be left in every state, and reports no more of true[X] (rule X4)",
        arguments: [
            "content", "preparing", "waitingForSpot", "card", "waitingStart", "interactive",
            "popup", "leaving", "linearAds",
        ])
    func leaveAnywhere(phase: String) {
        var stage = PodStage.at(phase)
        #expect(stage.coordinator.phase.rawValue == phase)
        stage.clearLog()
        stage.send(.message(.leave))
        #expect(stage.log.last == "closeStream")
        #expect(stage.lines("land", "seek", "start") == [])
        #expect(
            stage.lines("stop").count
                == (["content", "leaving", "linearAds"].contains(phase) ? 0 : 1))
        #expect(stage.coordinator.state == .closed)
        #expect(stage.wakeTime == nil)
    }

    @Test(
        "T-cancelstream-on/off: leaving from the choice card closes the stream, and seeks nothing")
    func cancelStream() {
        var stage = PodStage(.sample("mid", at: 100))
        stage.play(to: 100)
        stage.tell(.coffeeStarted)
        stage.clearLog()
        stage.tell(.userCancelStream)
        #expect(
            stage.log == [
                "truex.userCancelStream mid 1", "release 1",
                "break.ended mid played 0 skipped 2 credited 0", "controls free", "spots drop",
                "closeStream",
            ])
    }

    @Test("another stream inherits nothing from the one before (rule X4)")
    func switchStream() {
        var stage = PodStage(.sample("a", at: 100))
        stage.send(.seekRequested(to: .at(300)))
        stage.tell(.coffeeStarted, .adFreePod)
        stage.open([.sample("a", at: 100)], at: 0)
        #expect(stage.coordinator.remembered == nil)
        #expect(stage.lines("stop") == ["stop 1"])
        stage.clearLog()
        stage.play(to: 110)
        #expect(stage.second == 100)
        stage.tell(.coffeeStarted, .adCompleted(timeSpent: 0))
        #expect(stage.lines("land") == ["land 102.0 direct"])
    }

    @Test("a unit that nobody sees is frozen; so is one that begins unseen (rule X5)")
    func hidden() {
        var stage = PodStage(.sample("mid", at: 100))
        stage.send(.message(.hidden))
        stage.play(to: 100)
        #expect(stage.log.suffix(2) == ["start 1", "pause 1 hidden"])
        stage.clearLog()
        stage.send(.message(.hidden))
        stage.send(.message(.shown))
        stage.send(.message(.shown))
        #expect(stage.log == ["resume 1 hidden"])
    }

    @Test("a unit is frozen while the output is gone (rule X6)")
    func outputLost() {
        var stage = PodStage(.sample("mid", at: 100))
        stage.play(to: 100)
        stage.tell(.coffeeStarted)
        stage.clearLog()
        stage.send(.pause(.output))
        stage.send(.resume(.output))
        #expect(stage.log == ["pause 1 output", "resume 1 output"])
    }

    @Test("T-popup+background-nested-pause: a page closes while hidden, and both pauses count")
    func popup() {
        var stage = PodStage(.sample("mid", at: 100))
        stage.play(to: 100)
        stage.tell(.coffeeStarted)
        stage.clearLog()
        stage.tell(.popupWebsite("http://brand/"), .popupWebsite("http://brand/2"))
        stage.send(.message(.hidden))
        stage.send(.message(.popupClosed))
        stage.send(.message(.shown))
        #expect(
            stage.lines("pause", "resume") == [
                "pause 1 popup", "pause 1 hidden", "resume 1 popup", "resume 1 hidden",
            ])
        stage.tell(.popupWebsite("http://brand/"), .adFreePod)
        stage.clearLog()
        stage.tell(.adCompleted(timeSpent: 30))
        #expect(stage.lines("land") == ["land 160.0 direct"])
    }

    @Test("a listener's action reaches the unit that is shown, and no other")
    func forwarding() {
        var stage = PodStage(.sample("mid", at: 100))
        stage.send(.message(.optIn))
        stage.play(to: 100)
        stage.tell(.coffeeStarted)
        stage.send(.message(.optIn))
        stage.tell(.adCompleted(timeSpent: 0))
        stage.send(.message(.optIn))
        #expect(stage.lines("forward") == ["forward 1 optIn"])
    }
}
