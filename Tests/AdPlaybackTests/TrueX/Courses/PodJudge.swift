import AdPlayback
import MediaTime

/// Watches a coordinator from outside and says what breaks a rule.
struct PodJudge {
    typealias Event = TruexCoordinator.Event
    typealias Effect = TruexCoordinator.Effect

    private(set) var complaint: String?
    private(set) var isOpen = false

    private let allPods: [TruexPod.ID: TruexPod]
    private var position: FrameTime = .zero
    private var isHeld = false
    private var isLocked = false
    private var keepsSpots = false

    /// Renderers that were made and are not let go, by what is known of them.
    private var units: [TruexToken: Unit] = [:]
    private var openPod: TruexPod.ID?
    private var ended: Set<TruexPod.ID> = []

    /// Pods whose credit was told by a unit that still counted.
    private var credited: Set<TruexPod.ID> = []

    /// Where the listener wanted to be when a break came between.
    private var wanted: FrameTime?

    /// The break that is said to come between.
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

    /// Judges what a coordinator answered to `event`.
    mutating func see(_ event: Event, _ effects: [Effect], _ coordinator: TruexCoordinator) {
        let wasOpen = isOpen
        let owed = note(event)
        for effect in effects { judge(effect, of: event, wasOpen) }
        if case .opened(let start) = event { begin(at: start) }
        if let owed { judgeLanding(of: owed, effects, coordinator) }
        expect(coordinator.position == position || !isOpen, "is elsewhere than it says")
        expect(isHeld == coordinator.phase.isHeld || !isOpen, "held and \(coordinator.phase)")
        expect(isLocked == (openPod != nil), "locked without a pod, or free in one")
        expect(
            coordinator.remembered == nil || coordinator.remembered == wanted,
            "goes where nobody wants to be any more")
        judgeTarget(after: effects, coordinator)
        if !isOpen {
            expect(units.isEmpty, "closed with a renderer")
            expect(openPod == nil, "closed in a pod")
        }
    }

    /// After all pods were played or passed, nothing is left open.
    mutating func judgeEnd(hasPatience: Bool) {
        expect(hasPatience, "does not come to the end of the stream")
        guard isOpen, complaint == nil else { return }
        expect(openPod == nil, "a pod is still open")
        expect(units.isEmpty, "renderers are left")
        expect(!keepsSpots, "spots are kept for ever")
    }

    /// Takes in an event; returns the pod that is to be left at its end, if a credit says so.
    private mutating func note(_ event: Event) -> TruexPod.ID? {
        switch event {
        case .opened: isOpen = true
        case .heard(let place):
            if isOpen && !isHeld { position = place }
        case .renderer(let token, let news):
            guard let unit = units[token], unit.isStarted else { return nil }
            let isChoice = [.truex, .truexCard].contains(kind(of: unit.stop))
            if case .optIn = news { units[token]?.isWanted = true }
            if news == .adFreePod, isChoice {
                units[token]?.isCredited = true
                credited.insert(unit.stop.pod)
            }
            if news.isTerminal, unit.isCredited, news != .userCancelStream { return unit.stop.pod }
        case .podsChanged, .reachChanged, .streamEnded, .streamFailed, .seekRequested,
            .stepRequested, .message, .audienceChanged, .sponsored, .spotsChanged, .pause, .resume,
            .wake:
            break
        }
        return nil
    }

    /// What was before ended with the effects of the event that opened this stream.
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

extension PodJudge {
    private mutating func judge(_ effect: Effect, of event: Event, _ wasOpen: Bool) {
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
                expect(unit.isWanted, "stops for a unit that nobody wants")
            }
            isHeld = true
        case .fill: expect(isHeld, "filler while the stream is heard")
        case .land(let landing): judge(landing)
        case .seek(let target): judgeSeek(to: target, of: event)
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
        case .log(let line): judge(line)
        }
    }

    private mutating func judge(_ line: TruexLog) {
        switch line {
        case .breakStarted(let pod):
            expect(openPod == nil, "a break in a break")
            expect(!ended.contains(pod), "a break that was over starts")
            openPod = pod
        case .breakEnded(let pod, let tally):
            expect(openPod == pod, "a break ends that is not open")
            expect(tally.credited == 0 || credited.contains(pod), "counts a credit of nobody")
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
            expect(part == .placeholder || isDone, "leaves out \(pod), which nobody has paid for")
        case .fillerStarted, .timedOut: break
        }
    }
}

// MARK: - Places

extension PodJudge {
    /// A landing leaves out no ad that nobody paid for, unless it is gone.
    private mutating func judge(_ landing: TruexLanding) {
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

    /// A seek goes where the listener asked for, now or before, but for the pods there.
    private mutating func judgeSeek(to target: FrameTime, of event: Event) {
        expect(!isLocked, "seeks in a break")
        if !event.asksForPlace {
            let isWanted = wanted != nil && (target == wanted || isPodEdge(target))
            expect(isWanted || target == snapPlace, "seeks to what nobody asked for")
        }
        snapPlace = nil
        position = target
    }

    /// A break that is over leaves nothing to be wanted, unless another came between.
    private mutating func judgeTarget(
        after effects: [Effect], _ coordinator: TruexCoordinator
    ) {
        let names = effects.compactMap { if case .log(let line) = $0 { line.name } else { nil } }
        guard let end = names.lastIndex(of: "break.ended") else { return }
        let snap = names.lastIndex(of: "truex.snappedBack") ?? -1
        expect(
            snap > end || coordinator.remembered == nil,
            "remembers after a break where nobody wants to be")
    }

    private func isPodEdge(_ place: FrameTime) -> Bool {
        allPods.values.contains { $0.range.start == place || $0.range.end == place }
    }

    /// Who has a credit lands at the pod's end, or waits for it, and nowhere before.
    private mutating func judgeLanding(
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
