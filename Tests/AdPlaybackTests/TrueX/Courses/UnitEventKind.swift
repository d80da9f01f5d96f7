import AdPlayback
import MediaTime
import TestSignals

/// An event of a renderer without what it carries; the rows of the visit table.
enum UnitEventKind: String, CaseIterable {
    case initialize, start, stop, pause, resume
    case fetchedAd, fetchedAdFree, fetchedNothing, refused, fetchFailed, failed, wake, cardEnded
    case optIn, optOut, interact, step, lastStep, done, cancel, video, xtendedView
    case back, leave, popup, popupClosed, hidden, shown

    /// One such event.
    func event(_ random: inout SeededRandom, _ history: TruexHistory)
        -> TruexRendererMachine.Event
    {
        switch self {
        case .initialize: .initialize(history)
        case .start: .start(history)
        case .stop: .stop
        case .pause: .pause(TruexPause.allCases.randomElement(using: &random) ?? .host)
        case .resume: .resume(TruexPause.allCases.randomElement(using: &random) ?? .host)
        case .fetchedAd: .fetched(.ad(.random(&random)))
        case .fetchedAdFree: .fetched(.adFree(TruexSponsor(campaignName: "Coffee")))
        case .fetchedNothing: .fetched(.noBid)
        case .refused: .fetched(.refused("refused"))
        case .fetchFailed: .fetchFailed("unreachable")
        case .failed: .failed("crashed")
        case .wake: .wake
        case .cardEnded: .cardEnded
        case .optIn: .message(.optIn)
        case .optOut: .message(.optOut)
        case .interact: .message(.interact)
        case .step: .message(.step(number: Int.random(in: -1...3, using: &random), count: 4))
        case .lastStep: .message(.step(number: 4, count: 4))
        case .done: .message(.done)
        case .cancel: .message(.cancel)
        case .video: .message(.video(.started))
        case .xtendedView: .message(.xtendedView)
        case .back: .message(.back)
        case .leave: .message(.leave)
        case .popup: .message(.popup("http://brand/"))
        case .popupClosed: .message(.popupClosed)
        case .hidden: .message(.hidden)
        case .shown: .message(.shown)
        }
    }
}

/// A state of a renderer without what it holds; the columns of the visit table.
enum UnitStateKind: String, CaseIterable {
    case created, fetching, wantStart, ready, adFree, choiceCard, engaged, cancelPrompt, credited
    case video, skipCard, done, stopped

    init(_ state: TruexRendererMachine.State) {
        self =
            switch state {
            case .created: .created
            case .fetching: .fetching
            case .fetchingWantStart: .wantStart
            case .ready: .ready
            case .adFree: .adFree
            case .choiceCard: .choiceCard
            case .engaged: .engaged
            case .cancelPrompt: .cancelPrompt
            case .credited: .credited
            case .video: .video
            case .skipCard: .skipCard
            case .done: .done
            case .stopped: .stopped
            }
    }

    /// What a shell, a listener and an ad server would most likely bring next.
    var likelyEvents: [UnitEventKind] {
        switch self {
        case .created: [.initialize]
        case .fetching, .wantStart: [.fetchedAd, .fetchedAd, .start, .fetchedAdFree]
        case .ready, .adFree: [.start]
        case .choiceCard: [.optIn]
        case .engaged: [.interact, .lastStep, .back, .popup]
        case .cancelPrompt: [.back, .cancel, .wake, .wake, .hidden, .shown]
        case .credited: [.done, .popup]
        case .video, .skipCard, .done, .stopped: [.wake]
        }
    }
}

extension TruexAdConfiguration {
    static func random(_ random: inout SeededRandom) -> TruexAdConfiguration {
        sample {
            $0.attentionTime = .seconds(Int.random(in: 0...30, using: &random))
            $0.cardTime = random.once(in: 4) ? nil : .seconds(15)
            $0.buttonDelay = random.once(in: 3) ? .seconds(1) : .zero
            $0.format = random.once(in: 6) ? .interactiveVideo : .choice
            $0.product = random.once(in: 2) ? .sponsoredStream : .sponsoredAdBreak
            $0.optOutCapping = random.once(in: 2) ? .enabled : .disabled
            $0.voiceOver = random.once(in: 2) ? ["http://station/voice.mp3"] : []
        }
    }
}
