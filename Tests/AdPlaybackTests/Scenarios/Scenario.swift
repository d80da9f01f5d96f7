import AdPlayback
import Advertising
import MediaTime
import TestSignals

/// Random events, with a loading shell and a playing sink that act at random.
struct Scenario: SeededScenario {
    let seed: UInt64
    private(set) var subject: Subject
    private(set) var checker = InvariantChecker()
    private(set) var visits: [String: Int] = [:]
    private(set) var events: [ScenarioEvent] = []

    private var random: SeededRandom
    private var rendered: FrameTime = .zero
    private var nextID = 1

    /// Whether the last layout can still be refused.
    private var isRefusable = false

    init(seed: UInt64, fault: Fault? = nil) {
        self.seed = seed
        random = SeededRandom(seed: seed)
        var configuration = AdPlayManager.Configuration(
            policy: random.once(in: 2) ? .mute : .hold)
        configuration.loudness = random.once(in: 2) ? .match : .off
        subject = Subject(configuration, fault: fault)
    }

    var complaint: String? {
        checker.complaints.first.map { "scenario \(seed), step \(events.count): \($0)" }
    }

    mutating func run(steps count: Int) {
        take(.streamOpened)
        for _ in 0..<count where complaint == nil {
            take(random.once(in: 2) ? randomKind() : usefulKind())
        }
        drain()
    }

    private mutating func randomKind() -> EventKind {
        EventKind.allCases.randomElement(using: &random) ?? .heard
    }

    /// The most likely next events of a shell.
    private mutating func usefulKind() -> EventKind {
        if !checker.isOpen { return .streamOpened }
        if canRefuse, random.once(in: 4) { return .layoutRefused }
        if checker.switchIsOwed, random.once(in: 2) { return .switchable }
        if !checker.loading.isEmpty, random.once(in: 2) { return .loaded }
        if subject.manager.phase == .idle, random.once(in: 2) { return .push }
        return .heard
    }

    /// Finishes everything that is in progress.
    private mutating func drain() {
        if !checker.isOpen { take(.streamOpened) }
        take(.resumed)
        take(.letGo)
        var stepsLeft = 400
        while complaint == nil, subject.manager.phase != .idle, stepsLeft > 0 {
            stepsLeft -= 1
            if checker.switchIsOwed {
                take(.switchable)
            } else if let token = checker.loading.min() {
                give(.told(.spotLoaded(token, frameCount: 40)), .loaded)
            } else {
                take(.heard)
            }
        }
        if complaint == nil { checker.expect(stepsLeft > 0, "does not come to rest") }
        for (token, record) in checker.pushed where complaint == nil {
            checker.judgeEnded(token, record)
        }
    }

    private mutating func take(_ kind: EventKind) {
        switch kind {
        case .layoutRefused: if let frame = someRefusal() { give(.refused(frame), kind) }
        case .outputLost: change(subject.output.lost, kind)
        case .outputHeld: change(.held, kind)
        case .outputRestored: change(.running, kind)
        case .resumed: give(.resumed, kind)
        default: if let event = event(kind) { give(.told(event), kind) }
        }
    }

    private mutating func change(_ output: OutputState, _ kind: EventKind) {
        give(.output(from: subject.output, to: output), kind)
    }

    private mutating func give(_ event: ScenarioEvent, _ kind: EventKind) {
        guard complaint == nil else { return }
        visits["\(PhaseKind(subject.manager.phase)) \(kind)", default: 0] += 1
        events.append(event)
        let effects = subject.receive(event, at: checker.heardEnd)
        if effects.contains(where: { if case .lay = $0 { true } else { false } }) {
            isRefusable = true
        } else if kind == .stop {
            isRefusable = false
        }
        checker.see(event, effects, subject: subject)
    }

    /// A possible event of `kind`; `nil` if there is none.
    private mutating func event(_ kind: EventKind) -> AdPlayManager.Event? {
        switch kind {
        case .streamOpened: .streamOpened
        case .stop: .stop(AdPlayManager.StopReason.allCases.randomElement(using: &random) ?? .user)
        case .streamerMuted: .streamerMuted
        case .streamerUnmuted: .streamerUnmuted
        case .push: .advertisementsAvailable(somePush())
        case .emptyPush: .advertisementsAvailable([])
        case .ignore: .ignoreReceivedAdvertisements
        case .ignoreOne: .ignoreSpot(id: Int.random(in: 0...nextID, using: &random))
        case .getAdvertisement: .getAdvertisement
        case .bannerClicked: .bannerClicked(id: Int.random(in: 0...nextID, using: &random))
        case .connected: .spotConnected(someToken())
        case .loaded:
            .spotLoaded(
                someToken(), frameCount: Int.random(in: 0...100, using: &random),
                leadIn: Int.random(in: 0...20, using: &random), loudness: someLoudness())
        case .failed: .spotFailed(someToken(), SpotFailure(.other))
        case .watchdog: someWatchdog()
        case .switchable: someSwitchable()
        case .layoutRefused, .outputLost, .outputHeld, .outputRestored, .resumed: nil
        case .heard: .heard(someHeard())
        case .measured: .programmeMeasured(loudness: someLoudness()?.integrated)
        case .volumeChanged: someVolume()
        case .skip: .skip
        case .skipBreak: .skipBreak
        case .pauseRequested: .pauseRequested
        case .keptBack: .suspendSpots
        case .letGo: .resumeSpots
        case .paidFor: .creditSpots
        }
    }

    private mutating func someVolume() -> AdPlayManager.Event {
        let volume = Float.random(in: 0...1.5, using: &random)
        return volume < 0.5 ? .adVolumeChanged(volume) : .volumeChanged(volume)
    }

    private mutating func somePush() -> [Advertisement] {
        (0..<Int.random(in: 1...5, using: &random)).map { _ in
            nextID += 1
            return .sample(nextID)
        }
    }

    private mutating func someLoudness() -> SpotLoudness? {
        guard !random.once(in: 4) else { return nil }
        return SpotLoudness(integrated: Double.random(in: -40 ... -5, using: &random), truePeak: -1)
    }

    /// Usually a loading spot; occasionally any other, even one that has ended.
    private mutating func someToken() -> PlayToken {
        if !random.once(in: 4), let token = checker.loading.sorted().randomElement(using: &random) {
            return token
        }
        return PlayToken(UInt64.random(in: 1...(checker.pushedCount + 1), using: &random))
    }

    private mutating func someWatchdog() -> AdPlayManager.Event {
        let token = someToken()
        return .watchdog(token, WatchdogPhase.allCases.randomElement(using: &random) ?? .load)
    }

    /// The sink gives a frame that it has not rendered, occasionally without a request.
    private mutating func someSwitchable() -> AdPlayManager.Event {
        rendered = max(rendered, checker.heardEnd) + Int.random(in: 0...30, using: &random)
        return .switchable(rendered)
    }

    private var canRefuse: Bool { isRefusable && checker.heardEnd <= checker.truth.laidFrom }

    private mutating func someRefusal() -> FrameTime? {
        guard canRefuse else { return nil }
        rendered = max(rendered, checker.truth.laidFrom) + Int.random(in: 1...30, using: &random)
        return rendered
    }

    /// The listener hears more, up to the frame that an open request has reserved.
    private mutating func someHeard() -> FrameTime {
        let step = checker.heardEnd + Int.random(in: 0...60, using: &random)
        rendered = max(rendered, step)
        return step
    }
}
