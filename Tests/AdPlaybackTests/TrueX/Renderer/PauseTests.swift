import AdPlayback
import MediaTime
import Testing

@Suite("Pause of a unit")
struct PauseTests {
    @Test("T-pause-freezes-timers: the card's countdown stops, and continues where it stopped")
    func card() {
        var stage = UnitStage.atCard()
        stage.wait(5)
        stage.send(.pause(.host))
        #expect(stage.card?.left == TruexTimer(seconds: 10, rate: 0))
        #expect(stage.wakeTime == nil)
        stage.wait(1000)
        stage.send(.resume(.host))
        #expect(stage.card?.left == TruexTimer(seconds: 10, rate: -1))
        stage.wait(9.9)
        #expect(stage.view.kind == "choiceCard")
        stage.wait(0.1)
        #expect(stage.told.last == .adCompleted(timeSpent: 0))
    }

    @Test("T-pause-freezes-timers: attention stops; time spent in the unit keeps counting")
    func attention() {
        var stage = UnitStage.engaged()
        stage.send(.message(.interact))
        stage.wait(20)
        stage.send(.pause(.host))
        stage.wait(60)
        stage.send(.resume(.host))
        stage.wait(10)
        #expect(stage.told.last == .adFreePod)
        stage.send(.message(.done))
        #expect(stage.told.last == .adCompleted(timeSpent: 90))
    }

    @Test("T-pause-freezes-timers: a unit that is started while it is paused waits")
    func pausedBeforeStart() {
        var stage = UnitStage()
        stage.send(.initialize(TruexHistory()))
        stage.send(.pause(.hidden))
        stage.send(.fetched(.ad(.sample())))
        stage.send(.start(TruexHistory()))
        stage.wait(100)
        #expect(stage.card?.left == TruexTimer(seconds: 15, rate: 0))
        stage.send(.message(.shown))
        #expect(stage.card?.left == TruexTimer(seconds: 15, rate: -1))
    }

    @Test("T-popup+background-nested-pause: every reason must end before time continues")
    func nested() {
        var stage = UnitStage.engaged()
        stage.send(.message(.interact))
        stage.send(.message(.popup("http://brand/")))
        #expect(stage.told.last == .popupWebsite("http://brand/"))
        #expect(stage.view == .popup("http://brand/"))
        stage.send(.pause(.popup))
        stage.send(.message(.hidden))
        stage.send(.message(.hidden))
        stage.wait(50)
        stage.send(.message(.popupClosed))
        #expect(stage.unit?.attentionLeft == TruexTimer(seconds: 30, rate: 0))
        stage.wait(50)
        stage.send(.message(.shown))
        #expect(stage.unit?.attentionLeft == TruexTimer(seconds: 30, rate: -1))
        stage.wait(30)
        #expect(stage.told.last == .adFreePod)
    }

    @Test("a host that opened the page itself closes it with its resume")
    func hostOpensPage() {
        var stage = UnitStage.engaged()
        stage.send(.message(.popup("http://brand/")))
        stage.send(.pause(.host))
        stage.send(.resume(.host))
        #expect(stage.view.kind == "engagement")
    }

    @Test("after a stop nothing is reported, shown or woken, and nothing moves", arguments: 0..<4)
    func stop(stop: Int) {
        var stage = [UnitStage.atCard(), .engaged(), .engaged(), .engaged()][stop]
        if stop >= 2 { stage.earnCredit() }
        if stop == 3 { stage.send(.message(.done)) }
        stage.clearEffects()
        let answer = stage.send(.stop)
        #expect(answer.told == [])
        #expect(answer.shown == (stop == 3 ? [] : [.nothing]))
        stage.clearEffects()
        for event in [
            .message(.optIn), .message(.done), .failed("late"), .pause(.host), .resume(.host),
            .wake, .start(TruexHistory()),
        ] as [TruexRendererMachine.Event] { stage.send(event) }
        stage.wait(100)
        #expect(stage.effects == [])
        #expect(stage.wakeTime == nil)
    }
}
