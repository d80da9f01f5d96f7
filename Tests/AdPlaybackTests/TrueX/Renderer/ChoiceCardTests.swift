import AdPlayback
import MediaTime
import Testing

@Suite("Choice card")
struct ChoiceCardTests {
    @Test("T-timeout-optout: a card without an answer opts out after its time")
    func timeout() {
        var stage = UnitStage.atCard()
        stage.clearEffects()
        stage.wait(14.999)
        #expect(stage.told == [])
        stage.wait(0.001)
        #expect(stage.told == [.optOut(.countdown), .adCompleted(timeSpent: 0)])
        #expect(stage.tracked == [.autoAdvance])
        #expect(stage.view == .nothing)
    }

    @Test("an answer after the deadline is too late, even if the wake-up is later still")
    func lateAnswer() {
        var stage = UnitStage.atCard()
        stage.clearEffects()
        stage.skip(15)
        stage.send(.message(.optIn))
        #expect(stage.told == [.optOut(.countdown), .adCompleted(timeSpent: 0)])
        #expect(stage.machine.staleCount == 1)
    }

    @Test("a card is frozen while the listener has paused, and a unit is not")
    func listenerPause() {
        var stage = UnitStage.atCard()
        stage.wait(10)
        stage.send(.pause(.listener))
        stage.wait(100)
        #expect(stage.card?.left == TruexTimer(seconds: 5, rate: 0))
        stage.send(.resume(.listener))
        stage.wait(4)
        stage.send(.pause(.listener))
        stage.send(.message(.optIn))
        stage.wait(30)
        #expect(stage.tracked.contains(.timeMet))
    }

    @Test("returning to the choice closes the advertiser's page, and the card's time runs")
    func cancelInPopup() {
        var stage = UnitStage.engaged()
        stage.send(.message(.popup("http://brand/")))
        stage.send(.pause(.popup))
        stage.wait(100)
        stage.send(.message(.cancel))
        #expect(stage.view.kind == "choiceCard")
        stage.wait(15)
        #expect(stage.told.last == .adCompleted(timeSpent: 0))
    }

    @Test("a card without a countdown waits forever")
    func noCountdown() {
        var stage = UnitStage.atCard(.sample { $0.cardTime = nil })
        stage.wait(100_000)
        #expect(stage.view.kind == "choiceCard")
        #expect(stage.wakeTime == nil)
    }

    @Test("the buttons accept no answer before their delay is over, and show that")
    func buttonDelay() {
        var stage = UnitStage.atCard(.sample { $0.buttonDelay = .seconds(2) })
        stage.send(.message(.optIn))
        stage.send(.message(.optOut))
        #expect(stage.card?.buttons == .disabled)
        stage.wait(2)
        #expect(stage.effects.shown.count == 2)
        #expect(stage.card?.buttons == .enabled)
        #expect(stage.card?.left == TruexTimer(seconds: 13, rate: -1))
        stage.send(.message(.optIn))
        #expect(stage.told.last == .coffeeOptIn)
    }

    @Test("opting out ends without a credit")
    func optOut() {
        var stage = UnitStage.atCard()
        stage.clearEffects()
        stage.send(.message(.optOut))
        #expect(stage.told == [.optOut(.user), .adCompleted(timeSpent: 0)])
        #expect(stage.tracked == [.selectWatch])
    }

    @Test(
        "T-cancelstream-on/off: going back leaves the stream if enabled, and otherwise opts out",
        arguments: [
            (.supported, [.userCancelStream]),
            (.unsupported, [.optOut(.user), .adCompleted(timeSpent: 0)]),
        ] as [(TruexSetup.CancelStream, [TruexEvent])])
    func back(cancelStream: TruexSetup.CancelStream, told: [TruexEvent]) {
        var stage = UnitStage.atCard(
            .sample(), TruexSetup(slotType: .midroll, cancelStream: cancelStream))
        stage.clearEffects()
        stage.send(.message(.back))
        #expect(stage.told == told)
    }

    @Test("the card's voice starts when it is shown, pauses with it, and ends with it")
    func voiceOver() {
        var stage = UnitStage.atCard(.sample { $0.voiceOver = ["http://station/voice.mp3"] })
        stage.send(.pause(.host))
        stage.send(.pause(.hidden))
        stage.send(.resume(.host))
        stage.send(.resume(.hidden))
        stage.send(.message(.optIn))
        #expect(
            stage.effects.spoken == [.play(["http://station/voice.mp3"]), .pause, .resume, .stop])
    }

    @Test("an ad that caps opt-outs is not offered after three in a row")
    func optOutCapping() {
        var history = TruexHistory()
        for _ in 1...3 { history.note(.optedOut) }
        for (capping, told) in [
            (.enabled, [.noAdsAvailable]), (.disabled, [.coffeeStarted, .adDisplayed]),
        ] as [(TruexAdConfiguration.OptOutCapping, [TruexEvent])] {
            var stage = UnitStage()
            stage.send(.initialize(history))
            stage.send(.fetched(.ad(.sample { $0.optOutCapping = capping })))
            stage.clearEffects()
            stage.send(.start(history))
            #expect(stage.told == told)
        }
        history.note(.optedIn)
        #expect(history.optOutCount == 0)
    }

    @Test("a card that cannot be shown is an error, and is tracked as one")
    func cardError() {
        var stage = UnitStage.atCard()
        stage.clearEffects()
        stage.send(.failed("the card's page does not load"))
        #expect(stage.told == [.adError("the card's page does not load")])
        #expect(stage.tracked == [.cardError])
    }
}
