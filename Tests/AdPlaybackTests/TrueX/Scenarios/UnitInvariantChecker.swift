import AdPlayback
import MediaTime

/// Checks the rules of a renderer from its events and effects.
struct UnitInvariantChecker {
    typealias Event = TruexRendererMachine.Event
    typealias Effect = TruexRendererMachine.Effect

    private(set) var complaint: String?

    private var told: [TruexEvent] = []
    private var isStopped = false
    private var wasStarted = false
    private var pauses: Set<TruexPause> = []
    private var needed: Int?
    private var isAsked = false

    /// The frames of attention paid since the last opt-in; `nil` outside of a unit.
    private var attention: Int?
    private var hasInteracted = false
    private var isAtLastStep = false
    private var isAdFree = false
    private var voice = false
    /// Whether the card may have a voice.
    private var hasVoice = true

    mutating func expect(_ holds: Bool, _ rule: @autoclosure () -> String) {
        if !holds && complaint == nil { complaint = rule() }
    }

    /// Lets time pass before the next event.
    mutating func pass(_ frameCount: Int) {
        // A listener's pause holds the stream and its card, not the unit.
        guard let attention, pauses.isSubset(of: [.listener]), !isAsked else { return }
        self.attention = attention + frameCount
    }

    /// Checks a renderer's effects of `event`.
    mutating func see(_ event: Event, _ effects: [Effect], _ machine: TruexRendererMachine) {
        hasVoice = machine.setup.card == .ofItsOwn
        let wasOver = isStopped || told.last?.isTerminal == true
        note(event)
        for effect in effects {
            switch effect {
            case .tell(let event): check(event)
            case .show(let view):
                if wasOver || isStopped { expect(view == .nothing, "shows \(view) when over") }
                if case .engagement(let unit) = view, unit.exit == .done {
                    expect(
                        told.contains(.adFreePod) || effects.told.contains(.adFreePod),
                        "lets out without a credit")
                }
            case .voiceOver(let order): check(order)
            case .fetch, .remember, .track:
                expect(!wasOver, "\(effect) when over")
            case .cancelFetch, .wake: break
            }
        }
        if isOver {
            expect(!voice, "speaks when over")
            expect(machine.view(at: .distantFuture) == .nothing, "is seen when over")
        }
        isAsked = machine.view(at: .distantFuture).kind == "cancelPrompt"
        if case .choiceCard(let card) = machine.state { needed = card.ad.attentionTime.frameCount }
    }

    /// Checks that it has ended after every awaited event.
    mutating func checkEnd() {
        let (isOver, told) = (isOver, told)
        expect(isOver, "does not come to an end")
        expect(told.filter(\.isTerminal).count <= 1, "ended \(told)")
    }

    private var isOver: Bool { isStopped || told.last?.isTerminal == true }

    private mutating func note(_ event: Event) {
        switch event {
        case .stop: isStopped = true
        case .pause(let reason): pauses.insert(reason)
        case .resume(let reason): pauses.remove(reason)
        case .message(.hidden): pauses.insert(.hidden)
        case .message(.shown): pauses.remove(.hidden)
        case .message(.popupClosed): pauses.remove(.popup)
        case .message(.interact): if attention != nil { hasInteracted = true }
        case .message(.step(let number, let count)):
            if attention != nil, number == count { isAtLastStep = true }
        case .start: wasStarted = true
        case .initialize, .fetched, .fetchFailed, .message, .cardEnded, .failed, .wake: break
        }
    }

    private mutating func check(_ event: TruexEvent) {
        expect(!isOver, "tells \(event) when over")
        let count = told.filter { $0.name == event.name }.count
        switch event {
        case .adStarted:
            expect(count == 0, "started twice")
            expect(wasStarted, "shown before its start")
        case .optIn:
            (attention, hasInteracted, isAtLastStep) = (0, false, false)
        case .optOut, .userCancel:
            expect(
                event.name == .optOut || attention != nil, "cancels without a listener in the unit")
            attention = nil
            if event.name == .userCancel { pauses.remove(.popup) }
        case .skipCardShown: isAdFree = true
        case .adFreePod:
            expect(count == 0, "two credits")
            let isPaid = (attention ?? -1) >= (needed ?? 0) && hasInteracted
            let paid = attention ?? -1
            expect(isAdFree || isAtLastStep || isPaid, "a credit for \(paid) frames")
        case .adCompleted(let seconds):
            expect(seconds == 0 || told.contains(.adFreePod), "time spent without a credit")
        case .fetchAdComplete, .adsAvailable, .adDisplayed, .adError, .noAdsAvailable,
            .userCancelStream, .popupWebsite, .video, .xtendedViewStarted, .overlayCompleted:
            break
        }
        told.append(event)
    }

    private mutating func check(_ order: TruexRendererMachine.VoiceOver) {
        switch order {
        case .play:
            expect(!voice, "speaks twice")
            expect(hasVoice, "speaks over the stream")
            voice = true
        case .stop:
            expect(voice, "falls silent twice")
            voice = false
        case .pause, .resume: expect(voice, "\(order) of what is silent")
        }
    }
}
