import AdPlayback
import MediaTime
import TestSignals

/// A host, an ad server and a listener that do anything with one renderer in any order.
struct UnitCourse: SeededCourse {
    let seed: UInt64
    private(set) var machine: TruexRendererMachine
    private(set) var judge = UnitJudge()
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

    var complaint: String? { judge.complaint.map { "course \(seed): \($0)" } }

    mutating func run(steps count: Int) {
        for _ in 0..<count where complaint == nil {
            if random.once(in: 3) { wait() }
            let likely = UnitStateKind(machine.state).likelyEvents
            let kind =
                random.once(in: 3)
                ? UnitEventKind.allCases.randomElement(using: &random)
                : likely.randomElement(using: &random)
            // A stop in every course would leave no time for anything else.
            if let kind, kind != .stop || random.once(in: 4) { give(kind) }
        }
        drain()
    }

    /// Lets a listener who does what he is asked for come to an end.
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
        judge.judgeEnd()
    }

    private mutating func wait() {
        pass(Int.random(in: 0...20 * FrameTime.rate, using: &random))
    }

    private mutating func pass(_ frameCount: Int) {
        let end = now + frameCount
        while let time = wakeTime, time <= end, complaint == nil {
            judge.pass(max(0, time - now))
            now = max(now, time)
            // One that does not come through is made good by the next event.
            guard !random.once(in: 8) else { break }
            give(.wake)
        }
        judge.pass(max(0, end - now))
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
        judge.see(event, effects, machine)
    }
}
