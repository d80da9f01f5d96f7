import AdPlayback
import MediaTime
import Testing

@Suite("Credit")
struct CreditTests {
    @Test("needs 30 s of attention and one interaction, in either order")
    func timeAndInteraction() {
        var early = UnitStage.engaged()
        early.clearEffects()
        early.send(.message(.interact))
        early.wait(29.999)
        #expect(early.told == [])
        early.wait(0.001)
        #expect(early.told == [.adFreePod])

        var late = UnitStage.engaged()
        late.clearEffects()
        late.wait(200)
        #expect(late.told == [])
        #expect(late.unit?.attentionLeft == TruexTimer(seconds: 0, rate: 0))
        late.send(.message(.interact))
        #expect(late.told == [.adFreePod])
        #expect(late.tracked == [.timeMet, .firstInteraction, .credit])
    }

    @Test("is earned once, and does not end the unit: the listener does")
    func onceAndStay() {
        var stage = UnitStage.engaged()
        stage.send(.message(.done))
        #expect(stage.unit?.exit == .cancel)
        stage.earnCredit()
        #expect(stage.unit?.exit == .done)
        stage.wait(70)
        stage.send(.message(.step(number: 3, count: 3)))
        stage.send(.message(.interact))
        #expect(stage.told.filter { $0 == .adFreePod }.count == 1)
        stage.send(.message(.done))
        #expect(stage.told.last == .adCompleted(timeSpent: 100))
        #expect(stage.tracked.last == .continueToEnd)
    }

    @Test("is earned in a unit that is not over, and whose end is the end of it")
    func over() {
        var stage = UnitStage.engaged()
        #expect(!stage.machine.state.isOver)
        stage.earnCredit()
        #expect(!stage.machine.state.isOver)
        stage.send(.message(.done))
        #expect(stage.machine.state.isOver)
    }

    @Test("is followed by the steps of the unit that the listener still takes")
    func stepsAfterCredit() {
        var stage = UnitStage.engaged()
        stage.earnCredit()
        stage.send(.message(.step(number: 2, count: 3)))
        #expect(stage.unit?.step == TruexView.Step(number: 2, count: 3))
    }

    @Test(
        "survives going back and closing the unit", arguments: [.back, .cancel] as [TruexMessage])
    func closed(by message: TruexMessage) {
        var stage = UnitStage.engaged()
        stage.earnCredit()
        stage.send(.message(message))
        #expect(stage.told.suffix(2) == [.adFreePod, .adCompleted(timeSpent: 30)])
        #expect(stage.tracked.last == .closedAfterCredit)
    }

    @Test("T-creative-completion: the last step earns it before the time is up")
    func creativeCompletion() {
        var stage = UnitStage.engaged()
        stage.clearEffects()
        stage.wait(4)
        for number in 1...3 { stage.send(.message(.step(number: number, count: 4))) }
        #expect(stage.told == [])
        #expect(stage.unit?.step == TruexView.Step(number: 3, count: 4))
        stage.send(.message(.step(number: 4, count: 4)))
        #expect(stage.told == [.adFreePod])
        #expect(stage.tracked == [.creativeCompletion, .credit])
        #expect(stage.unit?.attentionLeft == TruexTimer(seconds: 0, rate: 0))
    }

    @Test(
        "impossible steps earn nothing",
        arguments: [(0, 0), (1, 0), (5, 4), (-1, -1), (0, 4)])
    func impossibleSteps(number: Int, count: Int) {
        var stage = UnitStage.engaged()
        stage.clearEffects()
        stage.send(.message(.step(number: number, count: count)))
        #expect(stage.effects == [])
    }

    @Test("T-cancel-reoptin: cancelling restores the card with all its time, and no credit")
    func cancelAndOptInAgain() {
        var stage = UnitStage.atCard()
        stage.wait(10)
        stage.send(.message(.optIn))
        stage.send(.message(.interact))
        stage.wait(29)
        stage.send(.message(.back))
        #expect(stage.view == .cancelPrompt)
        stage.wait(100)
        stage.send(.message(.cancel))
        #expect(stage.told.last == .userCancel)
        #expect(stage.card?.left == TruexTimer(seconds: 15, rate: -1))
        stage.wait(14)
        stage.send(.message(.optIn))
        #expect(stage.unit?.attentionLeft == TruexTimer(seconds: 30, rate: -1))
        #expect(stage.unit?.interaction == .missing)
        stage.wait(30)
        #expect(!stage.told.contains(.adFreePod))
        stage.send(.message(.interact))
        #expect(
            stage.told == [
                .adsAvailable, .fetchAdComplete, .coffeeStarted, .adDisplayed, .coffeeOptIn,
                .userCancel, .coffeeOptIn, .adFreePod,
            ])
        let selections: [TruexTracking] = [.selectUnit, .reselectUnit]
        #expect(stage.tracked.filter(selections.contains) == selections)
    }

    @Test("the confirmation to go back can be withdrawn, and attention is frozen meanwhile")
    func promptTakenBack() {
        var stage = UnitStage.engaged()
        stage.wait(10)
        stage.send(.message(.back))
        #expect(stage.tracked.last == .selectBack)
        stage.wait(100)
        stage.send(.message(.interact))
        stage.send(.message(.back))
        #expect(stage.unit?.attentionLeft == TruexTimer(seconds: 20, rate: -1))
        stage.wait(20)
        #expect(stage.told.last == .adFreePod)
    }

    @Test("a last step during the confirmation earns the credit, and closes the confirmation")
    func stepUnderPrompt() {
        var stage = UnitStage.engaged()
        stage.send(.message(.back))
        stage.send(.message(.step(number: 2, count: 2)))
        #expect(stage.unit?.exit == .done)
    }

    @Test(
        "a listener may leave the stream from any view",
        arguments: [[], [.optIn], [.optIn, .back], [.optIn, .interact]] as [[TruexMessage]])
    func leave(messages: [TruexMessage]) {
        let setup = TruexSetup(slotType: .midroll, cancelStream: .supported)
        var stage = UnitStage.atCard(.sample(), setup)
        for message in messages { stage.send(.message(message)) }
        stage.send(.message(.leave))
        #expect(stage.told.last == .userCancelStream)
    }

    @Test("T-credit-then-error-still-skips: an error after it is reported, as the credit was")
    func errorAfterCredit() {
        var stage = UnitStage.engaged()
        stage.earnCredit()
        stage.send(.failed("the unit crashed"))
        #expect(stage.told.suffix(2) == [.adFreePod, .adError("the unit crashed")])
    }

    @Test(
        "E15: a unit over a live stream says that the overlay is completed, before it is completed",
        arguments: TruexSlotType.allCases)
    func overlay(slot: TruexSlotType) {
        var stage = UnitStage.engaged(.sample(), TruexSetup(slotType: slot))
        stage.earnCredit()
        stage.clearEffects()
        stage.send(.message(.done))
        let completed: [TruexEvent] = [.adCompleted(timeSpent: 30)]
        #expect(stage.told == (slot == .overlayLive ? [.overlayCompleted] + completed : completed))
    }
}
