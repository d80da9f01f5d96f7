import AdPlayback
import MediaTime

/// A renderer's machine with a manual clock that delivers the requested wakes.
struct UnitStage {
    private(set) var machine: TruexRendererMachine
    private(set) var now: FrameTime = .zero
    private(set) var effects: [TruexRendererMachine.Effect] = []
    private(set) var wakeTime: FrameTime?

    init(_ setup: TruexSetup = TruexSetup(slotType: .midroll)) {
        machine = TruexRendererMachine(setup)
    }

    /// A unit whose choice card is shown at time 0.
    static func atCard(
        _ ad: TruexAdConfiguration = .sample(), _ setup: TruexSetup = TruexSetup(slotType: .midroll)
    ) -> UnitStage {
        var stage = UnitStage(setup)
        stage.send(.initialize(TruexHistory()))
        stage.send(.fetched(.ad(ad)))
        stage.send(.start(TruexHistory()))
        return stage
    }

    /// A unit that the listener has just entered.
    static func engaged(
        _ ad: TruexAdConfiguration = .sample(), _ setup: TruexSetup = TruexSetup(slotType: .midroll)
    ) -> UnitStage {
        var stage = atCard(ad, setup)
        stage.send(.message(.optIn))
        return stage
    }

    @discardableResult
    mutating func send(_ event: TruexRendererMachine.Event) -> [TruexRendererMachine.Effect] {
        let answer = machine.receive(event, at: now)
        for case .wake(let time) in answer { wakeTime = time }
        effects += answer
        return answer
    }

    /// Lets this many seconds pass.
    mutating func wait(_ seconds: Double) {
        let end = now + Duration(clamping: seconds, to: .session).frameCount
        while let time = wakeTime, time <= end {
            now = max(now, time)
            send(.wake)
        }
        now = end
    }

    /// Lets this many seconds pass without a wake.
    mutating func skip(_ seconds: Double) {
        now = now + Duration(clamping: seconds, to: .session).frameCount
    }

    mutating func clearEffects() { effects = [] }

    var told: [TruexEvent] { effects.told }
    var tracked: [TruexTracking] { effects.tracked }
    var view: TruexView { machine.view(at: now) }

    var history: TruexHistory {
        var history = TruexHistory()
        for case .remember(let fact) in effects { history.note(fact) }
        return history
    }

    /// Earns the credit, from entering the unit on.
    mutating func earnCredit() {
        send(.message(.interact))
        wait(30)
    }
}

extension [TruexRendererMachine.Effect] {
    var told: [TruexEvent] {
        compactMap { if case .tell(let event) = $0 { event } else { nil } }
    }

    var tracked: [TruexTracking] {
        compactMap { if case .track(let name) = $0 { name } else { nil } }
    }

    var shown: [TruexView] {
        compactMap { if case .show(let view) = $0 { view } else { nil } }
    }

    var spoken: [TruexRendererMachine.VoiceOver] {
        compactMap { if case .voiceOver(let order) = $0 { order } else { nil } }
    }
}

extension TruexAdConfiguration {
    /// A card of 15 s and a unit of 30 s.
    static func sample(_ change: (inout TruexAdConfiguration) -> Void = { _ in })
        -> TruexAdConfiguration
    {
        var ad = TruexAdConfiguration(
            adID: 7, campaignName: "Coffee", engagementID: "e-1",
            creative: "http://station/truex/creative/")
        change(&ad)
        return ad
    }
}

extension TruexEvent {
    static let coffeeStarted = TruexEvent.adStarted(campaignName: "Coffee")
    static let coffeeOptIn = TruexEvent.optIn(campaignName: "Coffee", adID: 7)
}

extension UnitStage {
    /// The shown choice card.
    var card: TruexView.ChoiceCard? {
        if case .choiceCard(let card) = view { card } else { nil }
    }

    /// The shown unit.
    var unit: TruexView.Engagement? {
        if case .engagement(let unit) = view { unit } else { nil }
    }
}

extension TruexView {
    /// The kind of view.
    var kind: String {
        switch self {
        case .nothing: "nothing"
        case .loading: "loading"
        case .choiceCard: "choiceCard"
        case .engagement: "engagement"
        case .cancelPrompt: "cancelPrompt"
        case .skipCard: "skipCard"
        case .popup: "popup"
        }
    }
}
