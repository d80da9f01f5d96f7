import AdPlayback
import MediaTime
import TestSignals

/// Random events of a host, an ad server and a listener for one renderer.
struct UnitScenario: SeededScenario {
    let seed: UInt64
    private(set) var machine: TruexRendererMachine
    private(set) var checker = UnitInvariantChecker()
    private(set) var visits: [String: Int] = [:]
    private(set) var events: [TimedEvent<TruexRendererMachine.Event>] = []

    private let fault: UnitFault?
    private var random: SeededRandom
    private var now: FrameTime = .zero
    private var wakeTime: FrameTime?
    private var history = TruexHistory()

    init(seed: UInt64, fault: UnitFault? = nil) {
        self.seed = seed
        self.fault = fault
        random = SeededRandom(seed: seed)
        if random.once(in: 6) {
            history.note(.sponsored(streamID: "s", TruexSponsor(campaignName: "Coffee")))
        }
        for _ in 0..<Int.random(in: 0...4, using: &random) { history.note(.optedOut) }
        machine = TruexRendererMachine(
            TruexSetup(
                slotType: TruexSlotType.allCases.randomElement(using: &random) ?? .midroll,
                streamID: random.once(in: 3) ? nil : "s",
                cancelStream: random.once(in: 2) ? .supported : .unsupported,
                card: random.once(in: 4) ? .inStream : .ofItsOwn))
    }

    var complaint: String? { checker.complaint.map { "scenario \(seed): \($0)" } }

    mutating func run(steps count: Int) {
        for _ in 0..<count where complaint == nil {
            if random.once(in: 3) { wait() }
            let likely = UnitStateKind(machine.state).likelyEvents
            let kind =
                random.once(in: 3)
                ? UnitEventKind.allCases.randomElement(using: &random)
                : likely.randomElement(using: &random)
            // A stop is rare, to leave time for the other events.
            if let kind, kind != .stop || random.once(in: 4) { give(kind) }
        }
        drain()
    }

    /// Finishes as a cooperative listener.
    private mutating func drain() {
        for reason in TruexPause.allCases { send(.resume(reason)) }
        for kind in [
            .initialize, .start, .fetchedAd, .popupClosed, .wake, .optOut, .lastStep, .done,
        ] as [UnitEventKind] {
            give(kind)
            pass(2 * FrameTime.rate)
        }
        for _ in 0..<4 { pass(60 * FrameTime.rate) }
        give(.wake)
        checker.checkEnd()
    }

    private mutating func wait() {
        pass(Int.random(in: 0...20 * FrameTime.rate, using: &random))
    }

    private mutating func pass(_ frameCount: Int) {
        let end = now + frameCount
        while let time = wakeTime, time <= end, complaint == nil {
            checker.pass(max(0, time - now))
            now = max(now, time)
            // The next event makes up for a missed one.
            guard !random.once(in: 8) else { break }
            give(.wake)
        }
        checker.pass(max(0, end - now))
        now = end
    }

    private mutating func give(_ kind: UnitEventKind) {
        visits["\(UnitStateKind(machine.state)) \(kind)", default: 0] += 1
        send(kind.event(&random, history))
    }

    private mutating func send(_ event: TruexRendererMachine.Event) {
        guard complaint == nil else { return }
        events.append(TimedEvent(time: now, event: event))
        var bent = event
        if let fault { bent = fault.bent(event, in: machine) }
        var effects = machine.receive(bent, at: now)
        if let fault { effects = fault.bent(effects, of: event) }
        for case .wake(let time) in effects { wakeTime = time }
        checker.see(event, effects, machine)
    }
}

/// An event as recorded.
struct TimedEvent<Event: Codable & Hashable>: Codable, Hashable {
    var time: FrameTime
    var event: Event
}

/// An event of a renderer without its values; the rows of the visit table.
enum UnitEventKind: String, CaseIterable {
    case initialize, start, stop, pause, resume
    case fetchedAd, fetchedAdFree, fetchedNothing, refused, fetchFailed, failed, wake, cardEnded
    case optIn, optOut, interact, step, lastStep, done, cancel, video, xtendedView
    case back, leave, popup, popupClosed, hidden, shown

    /// An event of this kind.
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

/// A state of a renderer without its values; the columns of the visit table.
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

    /// The most likely next events.
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
