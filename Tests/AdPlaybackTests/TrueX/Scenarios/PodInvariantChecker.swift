import AdPlayback
import MediaTime

/// Checks the rules of a coordinator from its events and effects.
struct PodInvariantChecker {
    typealias Event = TruexCoordinator.Event
    typealias Effect = TruexCoordinator.Effect

    private(set) var complaint: String?
    private(set) var isOpen = false

    private let allPods: [TruexPod.ID: TruexPod]
    private var position: FrameTime = .zero
    private var isHeld = false
    private var isLocked = false
    private var keepsSpots = false

    /// The renderers that were made and not released.
    private var units: [TruexToken: Unit] = [:]
    private var openPod: TruexPod.ID?
    private var ended: Set<TruexPod.ID> = []

    /// Pods with a credit from a unit that still counted.
    private var credited: Set<TruexPod.ID> = []

    /// The listener's seek target while a break comes first.
    private var wanted: FrameTime?

    /// The break that comes first.
    private var snapPlace: FrameTime?

    private struct Unit {
        var stop: TruexStop.ID
        var isStarted = false
        var isWanted = false
        var isCredited = false
    }

    init(_ pods: [TruexPod]) {
        allPods = Dictionary(uniqueKeysWithValues: pods.map { ($0.id, $0) })
    }

    mutating func expect(_ holds: Bool, _ rule: String) {
        if !holds && complaint == nil { complaint = rule }
    }

    /// Checks a coordinator's effects of `event`.
    mutating func see(_ event: Event, _ effects: [Effect], _ coordinator: TruexCoordinator) {
        let wasOpen = isOpen
        let owed = note(event)
        for effect in effects { check(effect, of: event, wasOpen) }
        if case .opened(let start, _) = event { begin(at: start) }
        if let owed { checkLanding(of: owed, effects, coordinator) }
        expect(coordinator.position == position || !isOpen, "is elsewhere than it says")
        expect(isHeld == coordinator.phase.isHeld || !isOpen, "held and \(coordinator.phase)")
        expect(isLocked == (openPod != nil), "locked without a pod, or free in one")
        expect(
            coordinator.remembered == nil || coordinator.remembered == wanted,
            "goes to a target that is no longer wanted")
        checkTarget(after: effects, coordinator)
        if !isOpen {
            expect(units.isEmpty, "closed with a renderer")
            expect(openPod == nil, "closed in a pod")
        }
    }

    /// Checks that nothing is left open after all pods were played or passed.
    mutating func checkEnd(isFinished: Bool) {
        expect(isFinished, "does not come to the end of the stream")
        guard isOpen, complaint == nil else { return }
        expect(openPod == nil, "a pod is still open")
        expect(units.isEmpty, "renderers are left")
        expect(!keepsSpots, "spots are kept forever")
    }

    /// Notes an event; returns the pod that a credit lets the listener skip at its end.
    private mutating func note(_ event: Event) -> TruexPod.ID? {
        switch event {
        case .opened: isOpen = true
        case .heard(let place):
            if isOpen && !isHeld { position = place }
        case .renderer(let token, let said):
            guard let unit = units[token], unit.isStarted else { return nil }
            let isChoice = [.truex, .truexCard].contains(kind(of: unit.stop))
            if case .optIn = said { units[token]?.isWanted = true }
            if said == .adFreePod, isChoice {
                units[token]?.isCredited = true
                credited.insert(unit.stop.pod)
            }
            if said.isTerminal, unit.isCredited, said != .userCancelStream { return unit.stop.pod }
        case .podsChanged, .reachChanged, .streamEnded, .streamFailed, .seekRequested,
            .stepRequested, .message, .audienceChanged, .sponsored, .spotsChanged, .pause, .resume,
            .wake:
            break
        }
        return nil
    }

    /// The previous stream ended with the effects of the event that opened this one.
    private mutating func begin(at start: FrameTime) {
        position = start
        isHeld = false
        ended = []
        credited = []
        wanted = nil
    }

    private func kind(of stop: TruexStop.ID) -> TruexPod.Kind? {
        allPods[stop.pod]?.ads[stop.ad].kind
    }
}

extension TruexCoordinator.Phase {
    /// Whether the stream is held.
    fileprivate var isHeld: Bool {
        switch self {
        case .waitingForSpot, .waitingStart, .interactive, .popup, .leaving: true
        case .closed, .content, .preparing, .card, .linearAds: false
        }
    }
}

// MARK: - Effects

extension PodInvariantChecker {
    private mutating func check(_ effect: Effect, of event: Event, _ wasOpen: Bool) {
        if !isOpen || !wasOpen && !event.opens {
            let isHarmless = if case .wake = effect { true } else { effect == .refuseSeek }
            expect(isHarmless, "closed, but \(effect.text)")
        }
        switch effect {
        case .create(let token, let stop, _):
            expect(units.isEmpty, "two renderers")
            units[token] = Unit(stop: stop)
        case .start(let token):
            expect(units[token]?.isStarted == false, "starts what is not there, or runs")
            let isHeard = units[token].map { kind(of: $0.stop) == .truexCard } ?? false
            expect(isHeld != isHeard, "starts a unit while the stream is heard, or the other way")
            units[token]?.isStarted = true
        case .stop(let token), .release(let token):
            expect(units.removeValue(forKey: token) != nil, "lets go of what is gone")
        case .pause(let token, _), .resume(let token, _), .forward(let token, _),
            .endCard(let token):
            expect(units[token]?.isStarted == true, "\(effect.text), which was not started")
        case .hold:
            expect(!isHeld, "held twice")
            for unit in units.values where unit.isStarted && kind(of: unit.stop) == .truexCard {
                expect(unit.isWanted, "stops for an unwanted unit")
            }
            isHeld = true
        case .fill: expect(isHeld, "filler while the stream is heard")
        case .land(let landing): check(landing)
        case .seek(let target): checkSeek(to: target, of: event)
        case .refuseSeek:
            expect(isLocked || !isOpen, "refuses a seek in the programme")
        case .closeStream:
            isOpen = false
            isHeld = false
        case .controls(let controls):
            expect((controls == .locked) != isLocked, "controls are \(controls) twice")
            isLocked = controls == .locked
        case .spots(let rule):
            expect((rule == .keep) != keepsSpots, "spots \(rule) twice")
            keepsSpots = rule == .keep
        case .wake: break
        case .log(let line): check(line)
        }
    }

    private mutating func check(_ line: TruexLog) {
        switch line {
        case .breakStarted(let pod):
            expect(openPod == nil, "a break in a break")
            expect(!ended.contains(pod), "a break that was over starts")
            openPod = pod
        case .breakEnded(let pod, let tally):
            expect(openPod == pod, "a break ends that is not open")
            expect(
                tally.credited == 0 || credited.contains(pod), "counts a credit that was not earned"
            )
            let count = allPods[pod]?.linearAds.count
            expect(
                tally.played + tally.skipped + tally.credited == count && tally.skipped >= 0,
                "counts \(tally) of \(count ?? 0)")
            openPod = nil
            ended.insert(pod)
        case .snappedBack(let pod, let target):
            snapPlace = allPods[pod]?.range.start
            if let end = allPods[pod]?.range.end { wanted = target >= end ? target : nil }
        case .renderer(_, let token, _):
            expect(units[token] != nil, "believes a renderer that is gone")
        case .slotCredited(let pod, _):
            expect(credited.contains(pod), "pays an ad without a credit")
        case .skipped(let part, let pod, _, _, _):
            let isDone = credited.contains(pod) || ended.contains(pod)
            expect(part == .placeholder || isDone, "skips \(pod), which is not paid for")
        case .fillerStarted, .timedOut: break
        }
    }
}

// MARK: - Places

extension PodInvariantChecker {
    /// Checks that a landing skips no unpaid ad, unless it is gone.
    private mutating func check(_ landing: TruexLanding) {
        let passed = FrameRange(position, max(position, landing.target))
        if landing.route != .oldest {
            for pod in allPods.values where !credited.contains(pod.id) && !ended.contains(pod.id) {
                for (_, ad) in pod.linearAds
                where openPod == pod.id && !ad.range.intersection(passed).isEmpty {
                    expect(false, "leaves out an ad of \(pod.id) without a credit")
                }
            }
        }
        position = landing.target
        isHeld = false
    }

    /// Checks that a seek goes to a requested target, except for pods there.
    private mutating func checkSeek(to target: FrameTime, of event: Event) {
        expect(!isLocked, "seeks in a break")
        if !event.asksForPlace {
            let isWanted = wanted != nil && (target == wanted || isPodEdge(target))
            expect(isWanted || target == snapPlace, "seeks to an unrequested target")
        }
        snapPlace = nil
        position = target
    }

    /// Checks that an ended break leaves no target, unless another break came first.
    private mutating func checkTarget(
        after effects: [Effect], _ coordinator: TruexCoordinator
    ) {
        let names = effects.compactMap { if case .log(let line) = $0 { line.name } else { nil } }
        guard let end = names.lastIndex(of: "break.ended") else { return }
        let snap = names.lastIndex(of: "truex.snappedBack") ?? -1
        expect(
            snap > end || coordinator.remembered == nil,
            "remembers a target after its break")
    }

    private func isPodEdge(_ place: FrameTime) -> Bool {
        allPods.values.contains { $0.range.start == place || $0.range.end == place }
    }

    /// Checks that with a credit the stream lands at the pod's end, or waits for it.
    private mutating func checkLanding(
        of pod: TruexPod.ID, _ effects: [Effect], _ coordinator: TruexCoordinator
    ) {
        guard let end = allPods[pod]?.range.end else { return }
        for effect in effects {
            switch effect {
            case .land(let landing):
                expect(
                    landing.target >= end || landing.route == .newest,
                    "a credit for \(pod) ends at \(landing.target.seconds)")
                return
            case .fill(let target):
                expect(target >= end, "a credit for \(pod) waits for \(target.seconds)")
                return
            case .create, .start, .stop, .release, .pause, .resume, .forward, .endCard, .hold,
                .seek, .refuseSeek, .closeStream, .controls, .spots, .wake, .log:
                break
            }
        }
        expect(false, "a credit for \(pod) is lost")
    }
}

extension TruexCoordinator.Event {
    fileprivate var opens: Bool { if case .opened = self { true } else { false } }

    fileprivate var asksForPlace: Bool {
        switch self {
        case .seekRequested, .stepRequested: true
        default: false
        }
    }
}
