import AdPlayback
import MediaTime
import TestSignals

/// Random events of a stream, renderers and a listener, with a shell that carries out the effects.
struct PodScenario: SeededScenario {
    let seed: UInt64
    private(set) var coordinator: TruexCoordinator
    private(set) var checker: PodInvariantChecker
    private(set) var visits: [String: Int] = [:]
    private(set) var events: [TimedEvent<TruexCoordinator.Event>] = []

    private let fault: PodFault?
    private let pods: [TruexPod]
    private let isLive: Bool
    private var random: SeededRandom
    private var now: FrameTime = .zero
    private var edge: FrameTime
    private var wakeTime: FrameTime?
    private var tokens: [TruexToken] = []

    init(seed: UInt64, fault: PodFault? = nil) {
        self.seed = seed
        self.fault = fault
        random = SeededRandom(seed: seed)
        pods = TruexPod.randomList(&random)
        isLive = random.once(in: 2)
        edge = .at(30)
        var policy = TruexPolicy()
        policy.snapBack = TruexPolicy.SnapBack.allCases.randomElement(using: &random) ?? .playLast
        policy.creditCoversQueuedSpots = random.once(in: 2)
        coordinator = TruexCoordinator(policy: policy)
        checker = PodInvariantChecker(pods)
    }

    var complaint: String? { checker.complaint.map { "scenario \(seed): \($0)" } }

    mutating func run(steps count: Int) {
        take(.opened)
        take(.podsChanged)
        for _ in 0..<count where complaint == nil {
            if random.once(in: 4) { pass(Int.random(in: 0...8 * FrameTime.rate, using: &random)) }
            let kind =
                random.once(in: 3)
                ? PodEventKind.allCases.randomElement(using: &random)
                : likelyEvents.randomElement(using: &random)
            // Events that end a stream are rare, to leave time for the others.
            switch kind {
            case .opened?, .streamEnded?, .streamFailed?, .leave?:
                if random.once(in: 4) { take(kind) }
            default: take(kind)
            }
        }
        drain()
    }

    private var likelyEvents: [PodEventKind] {
        switch coordinator.phase {
        case .closed: [.opened, .podsChanged]
        case .content, .linearAds: [.heard, .heard, .heard, .seek]
        case .preparing: [.heard, .fetchAdComplete, .spotPlaying]
        case .waitingForSpot: [.spotIdle, .hidden, .fetchAdComplete, .noAdsAvailable]
        case .card: [.adStarted, .adStarted, .optedIn, .optedIn, .optedOut, .heard]
        case .waitingStart: [.adStarted, .adStarted, .fetchAdComplete]
        case .interactive: [.adFreePod, .adCompleted, .popupWebsite, .cancelled]
        case .popup: [.popupClosed, .adFreePod]
        case .leaving: [.reachChanged]
        }
    }

    /// Plays until all pods have passed.
    private mutating func drain() {
        take(.spotIdle)
        var remainingSteps = 400
        while complaint == nil, checker.isOpen, coordinator.position < .at(400), remainingSteps > 0
        {
            remainingSteps -= 1
            switch coordinator.phase {
            case .content, .preparing, .card, .linearAds: take(.heard)
            case .waitingForSpot: take(.spotIdle)
            case .waitingStart: take(.adStarted)
            case .interactive, .popup: take(.adCompleted)
            case .leaving, .closed: pass(30 * FrameTime.rate)
            }
        }
        checker.checkEnd(isFinished: remainingSteps > 0)
    }

    private mutating func pass(_ frameCount: Int) {
        let end = now + frameCount
        while let time = wakeTime, time <= end, complaint == nil {
            now = max(now, time)
            take(.wake)
        }
        now = end
        edge = edge + frameCount
    }

    private mutating func take(_ kind: PodEventKind?) {
        guard let kind, complaint == nil, let event = event(kind) else { return }
        visits["\(coordinator.phase) \(kind)", default: 0] += 1
        events.append(TimedEvent(time: now, event: event))
        var bent = event
        if let fault { bent = fault.bent(event, in: coordinator) }
        var effects = coordinator.receive(bent, at: now)
        if let fault { effects = fault.bent(effects, of: event) }
        for effect in effects {
            if case .wake(let time) = effect { wakeTime = time }
            if case .create(let token, _, _) = effect { tokens.append(token) }
        }
        checker.see(event, effects, coordinator)
    }
}

// MARK: - Events

extension PodScenario {
    private mutating func event(_ kind: PodEventKind) -> TruexCoordinator.Event? {
        switch kind {
        case .opened: .opened(at: random.once(in: 3) ? somePlace() : .zero)
        case .podsChanged: .podsChanged(random.once(in: 5) ? pods.dropLast() : pods)
        case .reachChanged: .reachChanged(someReach())
        case .heard: .heard(nextPlace())
        case .streamEnded: .streamEnded
        case .streamFailed: .streamFailed
        case .seek: .seekRequested(to: somePlace())
        case .step: .stepRequested(Int.random(in: -60...60, using: &random) * FrameTime.rate)
        case .leave: .message(.leave)
        case .optIn: .message(.optIn)
        case .optOut: .message(.optOut)
        case .popupClosed: .message(.popupClosed)
        case .hidden: .message(.hidden)
        case .shown: .message(.shown)
        case .pause: .pause(TruexPause.allCases.randomElement(using: &random) ?? .host)
        case .resume: .resume(TruexPause.allCases.randomElement(using: &random) ?? .host)
        case .audience:
            .audienceChanged(TruexAudience.allCases.randomElement(using: &random) ?? .unknown)
        case .fetchAdComplete: rendererEvent(.fetchAdComplete)
        case .adStarted: rendererEvent(.coffeeStarted)
        case .adFreePod: rendererEvent(.adFreePod)
        case .popupWebsite: rendererEvent(.popupWebsite("http://brand/"))
        case .userCancelStream: random.once(in: 4) ? rendererEvent(.userCancelStream) : nil
        case .adCompleted: rendererEvent(.adCompleted(timeSpent: 0))
        case .adError: rendererEvent(.adError("crashed"))
        case .noAdsAvailable: rendererEvent(.noAdsAvailable)
        case .optedIn: rendererEvent(.coffeeOptIn)
        case .optedOut: rendererEvent(.optOut(random.once(in: 2) ? .user : .countdown))
        case .cancelled: rendererEvent(.userCancel)
        case .otherEvent:
            rendererEvent(
                [.adsAvailable, .adDisplayed, .skipCardShown].randomElement(using: &random))
        case .staleEvent: staleEvent()
        case .sponsored: .sponsored
        case .spotPlaying: .spotsChanged(.playing)
        case .spotIdle: .spotsChanged(.idle)
        case .wake: .wake
        }
    }

    /// An event of the newest renderer, current or not.
    private func rendererEvent(_ event: TruexEvent?) -> TruexCoordinator.Event? {
        guard let event else { return nil }
        return .renderer(tokens.last ?? TruexToken(99), event)
    }

    private mutating func staleEvent() -> TruexCoordinator.Event {
        let events: [TruexEvent] = [
            .adFreePod, .adCompleted(timeSpent: 9), .userCancelStream, .coffeeStarted,
        ]
        return .renderer(
            tokens.dropLast().randomElement(using: &random) ?? TruexToken(99),
            events.randomElement(using: &random) ?? .adFreePod)
    }

    private mutating func somePlace() -> FrameTime {
        .at(Double(Int.random(in: 0...420, using: &random)))
    }

    /// A position reported by a shell that asks at every mark, and sometimes misses one.
    private mutating func nextPlace() -> FrameTime {
        let step = Int.random(in: 1...30 * FrameTime.rate, using: &random)
        let next = coordinator.position + step
        return random.once(in: 20) ? next : min(next, coordinator.nextMark)
    }

    private mutating func someReach() -> FrameRange {
        guard isLive else { return FrameRange(.zero, .distantFuture) }
        let oldest = edge - Int.random(in: 0...200, using: &random) * FrameTime.rate
        return FrameRange(max(.zero, oldest), max(edge, coordinator.position))
    }
}

extension TruexPod {
    /// Three or four pods of all kinds, some without a gap.
    static func randomList(_ random: inout SeededRandom) -> [TruexPod] {
        var start = random.once(in: 2) ? 0.0 : 20
        return (0..<Int.random(in: 3...4, using: &random)).map { index in
            let kinds =
                Kind.allCases.filter { $0 != .nonLinear } + [.truex, .truex, .truex, .truexCard]
            let kind = kinds.randomElement(using: &random) ?? .truex
            var pod = sample(
                "\(index)", at: start, length: Double(Int.random(in: 10...60, using: &random)), kind
            )
            if random.once(in: 6) { pod.ads[1].kind = .interactiveVideo }
            if random.once(in: 8) { pod.ads[0].range.end = pod.ads[0].range.start }
            if random.once(in: 12) { pod.ads = [] }
            start = pod.range.end.seconds + (random.once(in: 5) ? 0 : 40)
            return pod
        }
    }
}

/// An event of a coordinator without its values; the rows of the visit table.
enum PodEventKind: String, CaseIterable {
    case opened, podsChanged, reachChanged, heard, streamEnded, streamFailed
    case seek, step, leave, optIn, optOut, popupClosed, hidden, shown, pause, resume
    case audience
    case fetchAdComplete, adStarted, adFreePod, popupWebsite, userCancelStream
    case adCompleted, adError, noAdsAvailable, optedIn, optedOut, cancelled
    case otherEvent, staleEvent, sponsored
    case spotPlaying, spotIdle, wake
}
