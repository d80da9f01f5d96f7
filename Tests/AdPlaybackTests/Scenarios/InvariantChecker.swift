import AdPlayback
import Advertising
import MediaTime

/// Checks the rules of a manager from its events and effects, and from its reported state.
struct InvariantChecker {
    typealias Effect = AdPlayManager.Effect
    typealias Event = AdPlayManager.Event

    private(set) var complaints: [String] = []

    var truth = Truth()
    var heardEnd: FrameTime = .zero
    var isOpen = false
    var switchIsOwed = false
    var burstIsOn = false
    var banner: Int?
    var volume: Float = 1
    var adVolume: Float = 1
    var streamerIsMuted = false

    /// Every spot that was pushed while a stream was open, in the order of its token.
    var pushed: [PlayToken: SpotRecord] = [:]
    var pushedCount: UInt64 = 0
    var armed: Set<Watchdog> = []
    var loading: Set<PlayToken> = []
    var openBreaks: [BreakID: BreakTally] = [:]

    /// Spots with a reported failure.
    var blamed: Set<PlayToken> = []

    struct Watchdog: Hashable {
        var token: PlayToken
        var phase: WatchdogPhase
    }

    /// The reports on one spot.
    struct SpotRecord {
        var frameCount: Int?
        var startedAt: FrameTime?
        var lastMark: FrameTime?
        var ends: [String] = []
        var reports: [FinishStatus] = []
        var isHandedToApp = false
    }

    mutating func expect(_ holds: Bool, _ rule: @autoclosure () -> String) {
        if !holds { complaints.append(rule()) }
    }

    /// Checks a manager's effects of `event`.
    mutating func see(_ happening: ScenarioEvent, _ effects: [Effect], subject: Subject) {
        defer { switchIsOwed = subject.wantsSwitch }
        guard let event = happening.event else { return }
        if case .refused = happening {
            // A spot that the refused layout dropped stays dropped.
            truth.refuse(keeping: { pushed[$0]?.ends.isEmpty ?? false })
        }
        let wasOpen = isOpen
        let heardBefore = heardEnd
        note(event)
        if !wasOpen { judgeClosed(event, effects) }
        for effect in effects { checker(effect, of: event) }
        if case .stop = event, wasOpen { judgeStop() }
        if case .heard = event, wasOpen { judgeStarts(in: effects, after: heardBefore) }
        judgeState(subject)
    }

    private mutating func note(_ event: Event) {
        switch event {
        case .streamOpened: isOpen = true
        case .stop: isOpen = false
        case .streamerMuted: if isOpen { streamerIsMuted = true }
        case .streamerUnmuted: if isOpen { streamerIsMuted = false }
        case .volumeChanged(let volume): self.volume = volume
        case .adVolumeChanged(let volume): adVolume = volume
        case .heard(let time): heardEnd = max(heardEnd, time)
        case .advertisementsAvailable(let advertisements):
            guard isOpen else { break }
            for _ in advertisements {
                pushedCount += 1
                pushed[PlayToken(pushedCount)] = SpotRecord()
            }
        case .spotLoaded(let token, let frameCount, _, _):
            if loading.contains(token) { pushed[token]?.frameCount = frameCount }
            if frameCount == 0 { blamed.insert(token) }
        case .spotFailed(let token, _): blamed.insert(token)
        case .watchdog(let token, let phase):
            blamed.insert(token)
            armed.remove(Watchdog(token: token, phase: phase))
        case .ignoreReceivedAdvertisements, .ignoreSpot, .getAdvertisement, .bannerClicked,
            .bannerShown,
            .spotConnected, .outputChanged, .skip, .skipSpot, .skipBreak,
            .pauseRequested, .suspendSpots, .resumeSpots, .creditSpots, .programmeMeasured,
            .switchable, .breakMarked, .breakMoved, .breakOver, .programmeLeft:
            break
        }
    }

    /// Checks that a stop is followed only by answers to requests of the app or the listener.
    private mutating func judgeClosed(_ event: Event, _ effects: [Effect]) {
        for effect in effects {
            switch (event, effect) {
            case (.getAdvertisement, .handOut(nil)), (.pauseRequested, .pauseAllowed),
                (.ignoreSpot, .refuse(.nothingToIgnore)),
                (.advertisementsAvailable, .log):
                break
            default: expect(false, "closed, but \(effect.text) on \(event.text)")
            }
        }
    }

    private mutating func judgeStop() {
        expect(!burstIsOn, "stopped in a burst that is not finished")
        expect(banner == nil, "stopped with a banner up")
        expect(armed.isEmpty, "stopped with watchdogs armed")
        expect(loading.isEmpty, "stopped with spots loading")
        expect(openBreaks.isEmpty, "stopped with a break open")
        for (token, record) in pushed { judgeEnded(token, record) }
        truth.stop(at: heardEnd)
        streamerIsMuted = false
        pushed = [:]
    }

    mutating func judgeEnded(_ token: PlayToken, _ record: SpotRecord) {
        expect(record.ends.count == 1, "spot \(token.rawValue) ended \(record.ends)")
        expect(record.reports.count <= 1, "spot \(token.rawValue) reported \(record.reports)")
        let end = record.ends.first ?? ""
        switch end {
        case "slot.completed":
            expect(record.reports == [.finished], "\(token.rawValue) complete: \(record.reports)")
        case "slot.failed", "slot.skipped":
            expect(record.reports == [.aborted], "\(token.rawValue) \(end): \(record.reports)")
        default:
            expect(record.startedAt == nil, "\(token.rawValue) was heard, and is not used")
        }
    }

    /// Checks that exactly the spots whose first frame was heard in this step are started, in
    /// order.
    private mutating func judgeStarts(in effects: [Effect], after before: FrameTime) {
        let expected = truth.spots.filter {
            $0.range.start >= before && $0.range.start < heardEnd
        }
        let started = effects.compactMap { effect -> PlacedSpot? in
            guard case .log(let event) = effect, case .slotStarted = event.kind,
                let slot = event.slot
            else { return nil }
            return PlacedSpot(token: slot, range: FrameRange(event.frame, event.frame))
        }
        let starts = expected.map { "\($0.token.rawValue)@\($0.range.start.frames)" }
        let told = started.map { "\($0.token.rawValue)@\($0.range.start.frames)" }
        expect(starts == told, "heard to begin: \(starts), told: \(told)")
        truth.forget(before: before)
    }

    /// Whether the heard spot, the banner and the spot of the gains belong together.
    private mutating func judgeState(_ subject: Subject) {
        var focus = AudioFocus(userVolume: volume)
        focus.adVolume = adVolume
        focus.streamer = streamerIsMuted ? .muted : .audible
        expect(subject.focus == focus, "\(subject.focus) where \(focus) is due")
        let waiting = pushed.values.filter { $0.ends.isEmpty }.count
        if subject.manager.phase == .idle {
            expect(!burstIsOn && banner == nil, "idle, but a burst or a banner is on")
            expect(armed.isEmpty, "idle, but watchdogs are armed")
            expect(waiting == 0, "idle, but \(waiting) spots have not ended")
            expect(openBreaks.isEmpty, "idle, but a break is open")
        }
        expect(loading.count <= 3, "more than three spots load at once")
    }
}
