import MediaTime

/// What was heard of each spot, summed up over the event logs of many sessions.
///
/// Reads the logs line by line, and returns each play as it ends. Its size has a limit, however long
/// the logs are.
package struct ProofOfPlay: Hashable, Sendable {
    private(set) var sessionCount = 0
    private(set) var breakCount = 0
    /// The breaks of streams for which nothing was found.
    private(set) var emptyBreakCount = 0
    /// Why ad servers had no ad for some of them, and how often each reason stands in the logs.
    private(set) var emptyBreakCauses: [String: Int] = [:]
    /// What became of the beacons to ad servers.
    private(set) var beacons = BeaconCounts()
    /// The output time of all sessions, in frames.
    private(set) var outputFrameCount = 0
    /// The ads of pods of a schedule, which are part of the stream.
    private(set) var podAds = PodAds()
    private(set) var total = Sum()
    /// The sums of spots, in the order in which the first play of each ended.
    private(set) var sums: [SpotSum] = []
    /// The plays that did not come to their end, the first ``limit`` of them.
    private(set) var shortfalls: [SpotPlay] = []
    private(set) var omissions = Omissions()

    private var indexes: [SpotKey: Int] = [:]
    private var session = LoggedSession(log: "")

    /// How many spots are summed up each, and how many shortfalls are listed.
    static let limit = 2000

    /// How much was heard of spots.
    struct Sum: Hashable, Sendable {
        var whole = 0
        var part = 0
        var unheard = 0
        /// How much was heard of all of them, in frames.
        var heard = 0

        mutating func add(_ play: SpotPlay) {
            switch play.extent {
            case .whole: whole += 1
            case .part: part += 1
            case .unheard: unheard += 1
            }
            heard = heard.adding(play.heard)
        }
    }

    struct SpotSum: Hashable, Sendable {
        var name: String
        var adID: String?
        var sum = Sum()
    }

    struct PodAds: Hashable, Sendable {
        var played = 0
        /// Those that were not heard to their end, and that no credit paid for.
        var skipped = 0
        var credited = 0
        /// How many pods began and have no end in their log.
        var openPods = 0

        var isEmpty: Bool { played + skipped + credited + openPods == 0 }
    }

    /// The lines and plays that no list has.
    struct Omissions: Hashable, Sendable {
        /// The lines that are no events.
        var foreignLines = 0
        /// The lines that the logs say are missing, because a disk was full.
        var missingLines = 0
        /// The sessions whose end no log has.
        var endlessSessions = 0
        /// The plays of spots beyond the limit on spots.
        var plays = 0
        /// The reasons beyond the limit on reasons.
        var reasons = 0
    }

    /// The identity of a spot: the advertiser's id, or else its address or its title.
    private struct SpotKey: Hashable {
        var adID: String?
        var name: String?

        init(_ play: SpotPlay) {
            adID = play.adID
            name = play.adID == nil ? play.url ?? play.name : nil
        }
    }

    package init() {}

    /// Begins a log.
    package mutating func begin(log name: String) { session = LoggedSession(log: name) }

    /// Records a line that is no event.
    package mutating func noteForeignLine() { omissions.foreignLines += 1 }

    /// Reads the next event of the log. Returns the plays that have ended with it.
    package mutating func note(_ event: LoggedEvent) -> [SpotPlay] {
        var plays: [SpotPlay] = []
        if session.isOver(by: event) { plays = endSession() }
        if !session.hasEvents { sessionCount += 1 }
        plays += take(session.note(event))
        switch event.event {
        case "log.gap": omissions.missingLines = omissions.missingLines.adding(event.lines ?? 0)
        case "break.started": breakCount += 1
        case "break.dropped" where event.spots == 0: noteEmptyBreak(event)
        case "tracking.queued" where !event.isEarlier: beacons.queued += 1
        case "tracking.confirmed": beacons.confirmed += 1
        case "tracking.gaveUp": beacons.undelivered += 1
        case "break.ended" where event.pod != nil:
            podAds.played += event.played ?? 0
            podAds.skipped += event.skipped ?? 0
            podAds.credited += event.credited ?? 0
        default: break
        }
        return plays
    }

    private mutating func noteEmptyBreak(_ event: LoggedEvent) {
        emptyBreakCount += 1
        guard let cause = event.cause,
            emptyBreakCauses[cause] != nil || emptyBreakCauses.count < Self.causeLimit
        else { return }
        emptyBreakCauses[cause, default: 0] += 1
    }

    /// How many reasons for empty breaks are listed.
    private static let causeLimit = 20

    /// Ends the log. Returns the plays that it leaves open.
    package mutating func endLog() -> [SpotPlay] { endSession() }

    private mutating func endSession() -> [SpotPlay] {
        outputFrameCount = outputFrameCount.adding(Int(session.end.frames))
        podAds.openPods += session.openPods.count
        if session.hasEvents, !session.hasEnd { omissions.endlessSessions += 1 }
        defer { session = LoggedSession(log: session.log) }
        return take(session.openPlays)
    }

    /// Adds plays that have ended, and returns them.
    private mutating func take(_ plays: [SpotPlay]) -> [SpotPlay] {
        // A credit has paid for the others: the counts of their pods have them.
        for play in plays where play.outcome != .credited { add(play) }
        return plays
    }

    private mutating func add(_ play: SpotPlay) {
        total.add(play)
        let key = SpotKey(play)
        if let index = indexes[key] {
            sums[index].sum.add(play)
        } else if sums.count < Self.limit {
            indexes[key] = sums.count
            sums.append(SpotSum(name: play.name, adID: play.adID))
            sums[sums.count - 1].sum.add(play)
        } else {
            omissions.plays += 1
        }
        guard play.shortfall != nil else { return }
        if shortfalls.count < Self.limit {
            shortfalls.append(play)
        } else {
            omissions.reasons += 1
        }
    }
}

extension Int {
    /// The sum; the greatest number if it is greater.
    fileprivate func adding(_ other: Int) -> Int {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? .max : sum
    }
}
