import AdPlayback
import Advertising
import MediaTime

/// A shell, loader and sink for a manager. Keeps its layouts, and records its effects.
///
/// Spots are 1000 frames long by default. The sink answers when a test says so.
struct Stage {
    typealias Effect = AdPlayManager.Effect
    typealias Event = AdPlayManager.Event

    var manager: AdPlayManager
    var now: FrameTime = .zero
    private(set) var effects: [Effect] = []
    private(set) var transcript: [String] = []

    /// Whether the sink was asked for a frame and has not given one.
    private(set) var isAsked = false
    /// The number of requests to the sink.
    private(set) var requestCount = 0

    private var ledger = PlanLedger<BreakLayout?>(nil)
    private var isPaused = false
    private var output = OutputState.running

    /// The programme that is heard outside of breaks.
    var programme = Programme.none

    /// The values sent to the manager with each event.
    var context: BreakContext {
        BreakContext(
            layout: ledger.plan, isPaused: isPaused, output: output,
            programme: programme.place(at: now, under: ledger.plan))
    }

    /// A manager with an open stream.
    init(_ configuration: AdPlayManager.Configuration = .init()) {
        manager = AdPlayManager(configuration: configuration)
        send(.streamOpened)
    }

    /// A manager before its first event.
    init(closed configuration: AdPlayManager.Configuration) {
        manager = AdPlayManager(configuration: configuration)
    }

    @discardableResult
    mutating func send(_ event: Event) -> [Effect] {
        if case .switchable = event { ledger.takeAnswer() }
        return give(event, calledInTranscript: event.text)
    }

    /// The sink refuses the last layout, which came too late, and gives `frame`.
    mutating func refuse(from frame: Int64) {
        ledger.refuse()
        give(.switchable(FrameTime(frame)), calledInTranscript: "refused \(frame)")
    }

    /// The listener resumes after a pause.
    mutating func resume() {
        isPaused = false
        transcript.append("resumed")
        askForSwitch()
    }

    /// Changes the state of the output.
    @discardableResult
    mutating func change(_ output: OutputState) -> [Effect] {
        let before = self.output
        self.output = output
        return give(.outputChanged(from: before), calledInTranscript: "output \(output)")
    }

    @discardableResult
    private mutating func give(_ event: Event, calledInTranscript words: String) -> [Effect] {
        if case .heard(let frame) = event { ledger.hear(upTo: frame) }
        let answer = manager.receive(event, at: now, in: context)
        if answer.contains(.pauseAllowed) { isPaused = true }
        for case .lay(let layout) in answer { ledger.offer(layout, from: layout.validFrom) }
        effects += answer
        transcript.append(words)
        transcript += answer.map { "    " + $0.text }
        switch event {
        case .switchable, .stop: isAsked = false
        default: break
        }
        askForSwitch()
        return answer
    }

    private mutating func askForSwitch() {
        guard !isAsked, manager.wantsSwitch(in: context) else { return }
        isAsked = true
        requestCount += 1
        transcript.append("    requestSwitch")
    }

    /// The frame of the manager's next event.
    var nextMark: FrameTime? { manager.nextMark(in: ledger.plan, after: ledger.heard) }

    @discardableResult
    mutating func push(_ ids: Int...) -> [Effect] {
        send(.advertisementsAvailable(ids.map { .sample($0) }))
    }

    @discardableResult
    mutating func load(_ slots: UInt64..., frameCount: Int = 1000) -> [Effect] {
        slots.flatMap { send(.spotLoaded(PlayToken($0), frameCount: frameCount)) }
    }

    @discardableResult
    mutating func fail(_ slot: UInt64, _ reason: SpotFailure.Reason = .notFound) -> [Effect] {
        send(.spotFailed(PlayToken(slot), SpotFailure(reason, "not there")))
    }

    /// The stream marks a break at frames `range` of the programme, which `ids` fill.
    @discardableResult
    mutating func mark(
        _ range: Range<Int64>, _ ids: Int..., number: Int = 1,
        joint: BreakWindow.Joint = .replaced,
        change: (inout BreakWindow) -> Void = { _ in }
    ) -> [Effect] {
        var window = BreakWindow(
            number: number, begin: FrameTime(range.lowerBound), end: FrameTime(range.upperBound),
            joint)
        change(&window)
        return send(.breakMarked(window, ids.map { .sample($0) }))
    }

    /// The sink gives `frame`.
    @discardableResult
    mutating func switchable(_ frame: Int64) -> [Effect] {
        now = max(now, FrameTime(frame))
        return send(.switchable(FrameTime(frame)))
    }

    /// The listener has heard everything before `frame`.
    @discardableResult
    mutating func hear(_ frame: Int64) -> [Effect] {
        now = max(now, FrameTime(frame))
        return send(.heard(FrameTime(frame)))
    }

    /// The first of `ids` plays from frame 0 on, and 10 frames of it were heard.
    mutating func playFirst(of ids: Int...) {
        send(.advertisementsAvailable(ids.map { .sample($0) }))
        load(1)
        switchable(0)
        hear(10)
    }

    func count(_ effect: Effect) -> Int {
        effects.count { $0 == effect }
    }

    /// The last layout.
    var layout: BreakLayout? {
        for case .lay(let layout) in effects.reversed() { return layout }
        return nil
    }

    /// The spots of the last layout.
    var placed: String? { layout?.spotText }
}

/// A programme whose frame 0 is heard at output frame 0.
enum Programme {
    case none
    case running
    case standing(at: Int64)

    /// Where it is at output frame `time`. One that `layout` holds stands still in its break.
    func place(at time: FrameTime, under layout: BreakLayout?) -> ProgrammePlace? {
        switch self {
        case .none: return nil
        case .standing(let frame):
            return ProgrammePlace(output: time, frame: FrameTime(frame), isRunning: false)
        case .running:
            var heldCount = 0
            if let layout, layout.policy == .hold, let away = layout.breakRange {
                heldCount = max(0, min(away.end, time) - away.start)
            }
            return ProgrammePlace(output: time, frame: time - heldCount, isRunning: true)
        }
    }
}

extension Advertisement {
    /// An advertisement with its own banner.
    static func sample(_ id: Int) -> Advertisement {
        Advertisement(
            id: id, title: "Spot \(id)", audioFileURL: "http://ads.test/\(id).mp3",
            bannerFileURL: "http://ads.test/\(id).png",
            bannerTargetURL: "http://shop.test/\(id)")
    }
}

extension [AdPlayManager.Effect] {
    /// The report of each spot, in order.
    var reports: [String] {
        compactMap {
            if case .report(let token, _, let status) = $0 {
                "\(token.rawValue) \(status.rawValue)"
            } else {
                nil
            }
        }
    }

    /// The ids of the slots that `load` was requested for.
    var loads: [UInt64] {
        compactMap { if case .load(let token, _, _) = $0 { token.rawValue } else { nil } }
    }

    /// The names and frames of the log's events.
    var logged: [String] {
        compactMap {
            if case .log(let event) = $0 { "\(event.name) \(event.frame.frames)" } else { nil }
        }
    }

    /// Every banner shown, and `nil` for each removal.
    var banners: [Int?] {
        var banners: [Int?] = []
        for effect in self {
            if case .showBanner(let advertisement) = effect { banners.append(advertisement.id) }
            if effect == .removeBanner { banners.append(nil) }
        }
        return banners
    }
}
