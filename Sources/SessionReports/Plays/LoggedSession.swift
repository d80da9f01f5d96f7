import MediaTime

/// A session whose events are read from a log.
struct LoggedSession: Hashable {
    let log: String
    private var start: String?
    private var source: String?

    /// The greatest output time so far.
    private(set) var end = FrameTime.zero
    private(set) var hasEvents = false
    /// Whether the log says that it has ended.
    private(set) var hasEnd = false

    /// The spots that load or are heard, by slot.
    private var open: [Int: OpenSpot] = [:]

    /// How many spots of a break that is not over have no slot yet, by break.
    private var waiting: [Int: Int] = [:]

    /// The pods that have begun and not ended, by break.
    private(set) var openPods: Set<Int> = []

    private struct OpenSpot: Hashable {
        var play: SpotPlay
        var hasStarted = false
        /// The last frame before lines are missing; `nil` if none are.
        var knownEnd: FrameTime?
    }

    /// The most open spots and breaks. A log with more is of no session.
    private static let limit = 2000

    init(log: String) { self.log = log }

    /// Whether `event` is of another session, which follows in the same log.
    func isOver(by event: LoggedEvent) -> Bool {
        switch event.event {
        case "session.began": hasEvents
        // Of a session without a name there is no first event, but its time begins again.
        case "session.connecting", "slot.loading": event.frame + Self.longestStep < end
        default: false
        }
    }

    /// How far the frames of such events may lie before the greatest one, in frames.
    private static let longestStep = 10 * FrameTime.rate

    /// Reads the next event. Returns the plays that have ended with it.
    mutating func note(_ event: LoggedEvent) -> [SpotPlay] {
        hasEvents = true
        if event.event == "log.gap" { noteGap() }
        end = max(end, event.frame)
        if event.isOfBumper { return [] }
        switch event.event {
        case "session.began":
            start = event.startTime
            source = event.source
        // Another source plays from here on.
        case "session.connecting": source = event.source ?? source
        case "break.announced", "break.extended": expect(event)
        case "break.started":
            if event.pod != nil, let number = event.breakNumber, openPods.count < Self.limit {
                openPods.insert(number)
            }
        case "break.ended", "break.cancelled":
            guard let number = event.breakNumber else { break }
            waiting[number] = nil
            openPods.remove(number)
        case "break.dropped": return dropped(event)
        case "session.stopped", "session.lost", "session.failed": hasEnd = true
        case "slot.loading": load(event)
        case "slot.started": begin(event)
        case "session.warning" where event.isOfCutFile:
            if let slot = event.slot { open[slot]?.play.isFileCut = true }
        default:
            guard let outcome = SpotPlay.Outcome(event: event.event) else { break }
            return end(event, outcome).map { [$0] } ?? []
        }
        return []
    }

    /// The spots that are not over where the log ends.
    var openPlays: [SpotPlay] {
        let cut = open.values.map { open in
            var play = open.play
            if open.knownEnd != nil { play.reason = SpotPlay.gapReason }
            if open.hasStarted, let start = play.start {
                play.heard = max(0, (open.knownEnd ?? end) - start)
            }
            return play
        }
        let unloaded = waiting.flatMap { number, count in
            Array(repeating: play(inBreak: number), count: count)
        }
        return (cut + unloaded).sorted {
            ($0.slot ?? .max, $0.breakNumber ?? 0) < ($1.slot ?? .max, $1.breakNumber ?? 0)
        }
    }

    /// Lines are missing: of an open spot only what was heard before them is known, unless its end
    /// follows. Of those that wait, and of open pods, nothing is known.
    private mutating func noteGap() {
        waiting.removeAll()
        openPods.removeAll()
        for slot in open.keys where open[slot]?.knownEnd == nil { open[slot]?.knownEnd = end }
    }

    private mutating func expect(_ event: LoggedEvent) {
        guard event.pod == nil, let number = event.breakNumber, let count = event.spots,
            waiting.count < Self.limit
        else { return }
        waiting[number, default: 0] += count
    }

    /// The spots for which no break was made.
    private func dropped(_ event: LoggedEvent) -> [SpotPlay] {
        var play = play(inBreak: nil)
        play.outcome = .notUsed
        play.reason = event.reason
        return Array(repeating: play, count: event.spots ?? 0)
    }

    private mutating func load(_ event: LoggedEvent) {
        guard let slot = event.slot, open[slot] == nil else { return }
        noteSlot(ofBreak: event.breakNumber)
        guard open.count < Self.limit else { return }
        open[slot] = OpenSpot(play: play(of: event))
    }

    private mutating func noteSlot(ofBreak number: Int?) {
        guard let number, let count = waiting[number] else { return }
        waiting[number] = count > 1 ? count - 1 : nil
    }

    private mutating func begin(_ event: LoggedEvent) {
        guard let slot = event.slot, open[slot] != nil || open.count < Self.limit else { return }
        // A log may begin after it has loaded.
        if open[slot] == nil { noteSlot(ofBreak: event.breakNumber) }
        var play = open[slot]?.play ?? play(of: event)
        play.start = event.frame
        open[slot] = OpenSpot(play: play, hasStarted: true)
    }

    private mutating func end(
        _ event: LoggedEvent, _ outcome: SpotPlay.Outcome
    ) -> SpotPlay? {
        if outcome == .credited, event.slot == nil { return credited(event) }
        let known = event.slot.flatMap { open.removeValue(forKey: $0)?.play }
        // Otherwise it never loaded.
        if known == nil { noteSlot(ofBreak: event.breakNumber) }
        var play = known ?? play(of: event)
        if let start = play.start { play.heard = max(0, event.frame - start) }
        play.outcome = outcome
        play.code = event.code
        play.reason = event.reason ?? (play.isFileCut ? "cutOff" : nil)
        return play
    }

    /// An ad of a pod, which is part of the stream.
    private func credited(_ event: LoggedEvent) -> SpotPlay {
        var play = play(of: event)
        play.slot = event.ad
        play.outcome = .credited
        return play
    }

    private func play(of event: LoggedEvent) -> SpotPlay {
        var play = play(inBreak: event.breakNumber)
        play.pod = event.pod
        play.slot = event.slot
        play.spot = event.spot
        play.adID = event.adID
        play.title = event.title
        play.url = event.url
        return play
    }

    private func play(inBreak number: Int?) -> SpotPlay {
        SpotPlay(log: log, sessionStart: start, source: source, breakNumber: number)
    }
}
