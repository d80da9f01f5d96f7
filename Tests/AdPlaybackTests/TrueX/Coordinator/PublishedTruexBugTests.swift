import AdPlayback
import MediaTime
import Testing

/// The bugs of the published samples; each test shows that one is absent (docs/behaviour.md).
@Suite("Published bugs of true[X]")
struct PublishedTruexBugTests {
    @Test("J5, bug 1: a credit skips the pod even without a seek")
    func bug1CreditNeedsSeek() {
        var stage = PodStage.inUnit
        stage.tell(.adFreePod, .adCompleted(timeSpent: 30))
        #expect(stage.second == 160)
    }

    @Test("bug 2: a seek target does not drift with the ads between")
    func bug2TargetDrifts() {
        var policy = TruexPolicy()
        policy.snapBack = .playAll
        var stage = PodStage(
            .sample("a", at: 100), .sample("b", at: 300), .sample("c", at: 500), policy: policy)
        stage.send(.seekRequested(to: .at(700)))
        for _ in 1...3 {
            #expect(stage.coordinator.remembered == .at(700))
            stage.tell(.coffeeStarted, .adCompleted(timeSpent: 0))
            stage.play(to: stage.second + 58)
        }
        #expect(stage.second == 700)
    }

    @Test("bug 3: the pod's end is absolute, and not relative to the listener's place")
    func bug3Overshoot() {
        var stage = PodStage(.sample("mid", at: 100))
        stage.send(.heard(.at(101.9)))
        stage.tell(.coffeeStarted, .adFreePod, .adCompleted(timeSpent: 30))
        #expect(stage.second == 160)
    }

    @Test("bug 3: nor does it change if the listener is reported past it")
    func bug3PlaceOutsideThePod() {
        var stage = PodStage.inUnit
        stage.send(.heard(.at(170)))
        stage.tell(.adFreePod, .adCompleted(timeSpent: 30))
        #expect(stage.second == 160)
    }

    @Test("bug 4: a seek target is forgotten once it is reached, with or without a credit")
    func bug4StaleTarget() {
        var stage = PodStage(.sample("a", at: 100), .sample("b", at: 300))
        stage.send(.seekRequested(to: .at(200)))
        stage.tell(.coffeeStarted, .adCompleted(timeSpent: 0))
        stage.play(to: 160)
        #expect(stage.second == 200)
        stage.play(to: 300)
        stage.tell(.coffeeStarted, .adFreePod, .adCompleted(timeSpent: 30))
        #expect(stage.second == 360)
    }

    @Test("bug 4: a seek target of one listener does not affect another")
    func bug4TargetOfAnother() {
        var stage = PodStage.inUnit
        var other = PodStage(.sample("a", at: 100))
        other.send(.seekRequested(to: .at(200)))
        stage.tell(.adFreePod, .adCompleted(timeSpent: 30))
        #expect(stage.second == 160)
        other.tell(.coffeeStarted, .adCompleted(timeSpent: 0))
        other.play(to: 160)
        #expect(other.second == 200)
    }

    @Test("bug 5: a break without ads does no harm")
    func bug5EmptyBreak() {
        var empty = TruexPod.sample("mid", at: 100)
        empty.ads = []
        var stage = PodStage(empty)
        stage.play(to: 200)
        #expect(stage.second == 200)
        #expect(stage.log == [])
    }

    @Test("bug 6: an error after the credit does not lose it")
    func bug6ErrorLosesCredit() {
        var stage = PodStage.inUnit
        stage.tell(.adFreePod, .adError("crashed"))
        #expect(stage.second == 160)
    }

    @Test("bug 6: T-credit-flag-not-stale: a credit is for one break, and not for the next")
    func bug6CreditIsStale() {
        var stage = PodStage(.sample("a", at: 100), .sample("b", at: 300))
        stage.play(to: 100)
        stage.tell(.coffeeStarted, .adFreePod, .adError("crashed"))
        stage.play(to: 300)
        stage.tell(.coffeeStarted, .optOut(.user), .adCompleted(timeSpent: 0))
        #expect(stage.second == 302)
    }

    @Test("bug 7: a unit does not end by itself, however long the listener stays")
    func bug7Failsafe() {
        var stage = PodStage.inUnit
        stage.tell(.adFreePod)
        stage.wait(3600)
        #expect(stage.isHeld)
        stage.tell(.adCompleted(timeSpent: 3600))
        #expect(stage.second == 160)
    }

    @Test("bug 8: an error of the unit ends the unit, and not the stream")
    func bug8ErrorEndsPlayer() {
        var stage = PodStage.inUnit
        stage.tell(.adError("crashed"))
        #expect(stage.isOpen)
        stage.play(to: 200)
        #expect(stage.second == 200)
    }

    @Test("bug 9: the end of a unit counts once")
    func bug9ResumesTwice() {
        var stage = PodStage.inUnit
        stage.tell(.adError("crashed"))
        stage.play(to: 120)
        stage.tell(.adCompleted(timeSpent: 0), .adError("rejected"))
        #expect(stage.lines("land") == ["land 102.0 direct"])
        #expect(stage.coordinator.staleCount == 2)
    }

    @Test("bug 10: a unit that nobody sees while its ad is requested is paused")
    func bug10BackgroundWhileFetching() {
        var policy = TruexPolicy()
        policy.fetchTimeout = .seconds(60)
        var stage = PodStage(.sample("mid", at: 100), policy: policy, adServer: .silent)
        stage.play(to: 90)
        stage.send(.message(.hidden))
        stage.play(to: 100)
        #expect(stage.log.suffix(2) == ["start 1", "pause 1 hidden"])
    }

    @Test("bug 10: a listener who leaves while the ad is requested stops the renderer")
    func bug10StopDuringInit() {
        var stage = PodStage(.sample("mid", at: 100), adServer: .silent)
        stage.play(to: 90)
        stage.send(.message(.leave))
        stage.tell(.adsAvailable, .fetchAdComplete, .coffeeStarted)
        #expect(stage.lines("stop", "start") == ["stop 1"])
    }

    @Test("bug 10: closing a page while nobody looks does not resume the unit")
    func bug10PopupWhileHidden() {
        var unit = UnitStage.engaged()
        unit.send(.message(.interact))
        unit.send(.message(.hidden))
        unit.send(.message(.popup("http://brand/")))
        unit.send(.pause(.popup))
        unit.send(.resume(.popup))
        unit.wait(60)
        #expect(!unit.told.contains(.adFreePod))
        unit.send(.message(.shown))
        unit.wait(30)
        #expect(unit.told.contains(.adFreePod))
    }
}

extension PodStage {
    /// A listener in the unit of a pod from second 100 to 160.
    fileprivate static var inUnit: PodStage { .at("interactive") }
}
