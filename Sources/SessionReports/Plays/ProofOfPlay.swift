import MediaTime

/// What was heard of each spot, summed up over the event logs of many sessions.
///
/// Reads the logs line by line, and gives out each play as it has ended. What it keeps is bounded.
package struct ProofOfPlay: Hashable, Sendable {
    private(set) var sessionCount = 0
    private(set) var breakCount = 0
    /// The output time of all sessions, in frames.
    private(set) var outputFrameCount = 0
    /// The ads of pods of a schedule, which are part of the stream.
    private(set) var podAds = PodAds()
    private(set) var total = Sum()
    /// The sums of spots, in the order in which the first play of each ended.
    private(set) var sums: [SpotSum] = []
    /// The plays that did not come to their end, the first ``limit`` of them.
    private(set) var shortfalls: [SpotPlay] = []
    /// How many plays are counted and not listed.
    private(set) var unlistedCount = 0
    /// The lines that are no events.
    private(set) var foreignLineCount = 0

    private var places: [SpotKey: Int] = [:]
    private var log = ""
    private var session = Session()

    /// How many spots are summed up each, and how many shortfalls are listed.
    static let limit = 2000

    /// How much was heard of spots.
    struct Sum: Hashable, Sendable {
        var whole = 0
        var part = 0
        var none = 0
        /// What was heard of all, in frames.
        var heard = 0

        mutating func add(_ play: SpotPlay) {
            switch play.extent {
            case .whole: whole += 1
            case .part: part += 1
            case .none: none += 1
            }
            heard += play.heard
        }
    }

    struct SpotSum: Hashable, Sendable {
        var name: String
        var adID: String?
        var sum = Sum()
    }

    struct PodAds: Hashable, Sendable {
        var played = 0
        var credited = 0
    }

    /// What tells one spot from another: the advertiser's id, or else its address or its title.
    private struct SpotKey: Hashable {
        var adID: String?
        var name: String?

        init(_ play: SpotPlay) {
            adID = play.adID
            name = play.adID == nil ? play.url ?? play.name : nil
        }
    }

    /// The session whose events are read.
    private struct Session: Hashable {
        var start: String?
        var source: String?
        var end = FrameTime.zero
        /// The spots that have begun or are expected, by slot.
        var open: [Int: OpenSpot] = [:]
    }

    private struct OpenSpot: Hashable {
        var play: SpotPlay
        /// Since when it has been heard without a pause; `nil` in a pause.
        var since: FrameTime?
    }

    package init() {}

    /// Begins a log.
    package mutating func begin(log name: String) {
        log = name
        session = Session()
    }

    /// Records a line that is no event.
    package mutating func noteForeignLine() { foreignLineCount += 1 }

    /// Reads the next event of the log. Returns the plays that have ended with it.
    package mutating func note(_ event: LoggedEvent) -> [SpotPlay] {
        if event.event == "session.began" {
            let cut = endSession()
            sessionCount += 1
            session.start = event.startTime
            session.source = event.source
            return cut
        }
        if event.frame > session.end {
            outputFrameCount += event.frame - session.end
            session.end = event.frame
        }
        switch event.event {
        case "break.started": breakCount += 1
        case "break.ended" where event.pod != nil:
            podAds.played += event.played ?? 0
            podAds.credited += event.credited ?? 0
        case "slot.started": start(event)
        case "slot.paused": pause(event)
        case "slot.resumed":
            guard let slot = event.slot, session.open[slot]?.since == nil else { break }
            session.open[slot]?.since = event.frame
        default:
            guard let outcome = SpotPlay.Outcome(event: event.event), let play = end(event, outcome)
            else { break }
            take(play)
            return [play]
        }
        return []
    }

    /// Ends the log. Returns the plays that it leaves open.
    package mutating func endLog() -> [SpotPlay] { endSession() }

    private mutating func start(_ event: LoggedEvent) {
        // A log with more open spots than a session has is foreign.
        guard let slot = event.slot, session.open.count < Self.limit else { return }
        var play = play(of: event, slot)
        play.start = event.frame
        session.open[slot] = OpenSpot(play: play, since: event.frame)
    }

    private mutating func pause(_ event: LoggedEvent) {
        guard let slot = event.slot, var open = session.open[slot], let since = open.since else {
            return
        }
        open.play.heard += max(0, event.frame - since)
        open.since = nil
        session.open[slot] = open
    }

    private mutating func end(
        _ event: LoggedEvent, _ outcome: SpotPlay.Outcome
    ) -> SpotPlay? {
        guard let slot = event.slot ?? (outcome == .credited ? 0 : nil) else { return nil }
        pause(event)
        var play = session.open.removeValue(forKey: slot)?.play ?? play(of: event, slot)
        play.outcome = outcome
        play.code = event.code
        play.reason = event.reason
        return play
    }

    private func play(of event: LoggedEvent, _ slot: Int) -> SpotPlay {
        SpotPlay(
            log: log, sessionStart: session.start, source: session.source,
            breakNumber: event.breakNumber, slot: slot, spot: event.spot, adID: event.adID,
            title: event.title, url: event.url)
    }

    private mutating func endSession() -> [SpotPlay] {
        let cut = session.open.values.map { open in
            var play = open.play
            if let since = open.since { play.heard += max(0, session.end - since) }
            return play
        }.sorted { $0.slot < $1.slot }
        session = Session()
        for play in cut { take(play) }
        return cut
    }

    private mutating func take(_ play: SpotPlay) {
        total.add(play)
        let key = SpotKey(play)
        if let place = places[key] {
            sums[place].sum.add(play)
        } else if sums.count < Self.limit {
            places[key] = sums.count
            sums.append(SpotSum(name: play.name, adID: play.adID))
            sums[sums.count - 1].sum.add(play)
        } else {
            unlistedCount += 1
        }
        guard play.shortfall != nil else { return }
        if shortfalls.count < Self.limit { shortfalls.append(play) } else { unlistedCount += 1 }
    }
}
