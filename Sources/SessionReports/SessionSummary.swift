import Advertising
import Interlude
import MediaTime
import ReportPages

/// What was played in a session, in short, from its event log.
///
/// Reads the log line by line. Every break and spot is counted, and the first ``limit`` of them are
/// listed.
package struct SessionSummary: Hashable, Sendable {
    static let limit = 2000

    private(set) var version: String?
    private(set) var source: String?

    /// The source that has played since the last change; `nil` if there was none.
    private(set) var lastSource: String?
    private(set) var sourceChangeCount = 0
    private(set) var startTime: String?

    private(set) var breakCount = 0
    /// The breaks of the stream that no spot filled.
    private(set) var leftOutCount = 0

    /// How many of them are because ad servers have failed.
    private(set) var undecidedCount = 0

    /// How many pushed spots, in no break yet, still waited when the session or its source ended.
    private(set) var waitingCount = 0

    /// How often a bumper or the slate failed.
    private(set) var failedBumperCount = 0
    /// How many lists of breaks could not be read, and how many breaks of lists have no place.
    private(set) var unreadListCount = 0

    /// What became of the beacons to ad servers.
    private(set) var beacons = BeaconCounts()
    /// What ad servers have decided.
    private(set) var decisions = DecisionCounts()
    private(set) var loadTimes = LoadTimes()
    /// The spots of which at least a frame was heard.
    private(set) var startedCount = 0
    /// The spots whose files are cut off.
    private(set) var cutOffCount = 0
    private(set) var outcomes: [SummarySpot.Outcome: Int] = [:]
    /// The spots that failed, by their VAST error code.
    private(set) var failures: [Int: Int] = [:]
    /// The frames of spots that were heard.
    private(set) var adFrameCount = 0
    /// The longest silence in a break, between two spots or before the stream, in milliseconds;
    /// `nil` without a break.
    private(set) var worstGap: Double?
    private(set) var streamUnderrunCount = 0
    private(set) var deviceUnderrunCount = 0
    /// The first frames at which the stream was heard again, in order. Not all are kept of a long
    /// session.
    private(set) var returns: [FrameTime] = []
    /// The last state of the session before it stopped, as in its event.
    private(set) var finalState: String?
    /// Whether the session has been in another state than that of connecting.
    private var hasConnected = false

    private(set) var breaks: [SummaryBreak] = []
    private(set) var leftOut: [LeftOutBreak] = []
    /// The spots that have ended, in the order of their ends.
    private(set) var spots: [SummarySpot] = []
    /// The number of breaks, heard or left out, and spots that are not listed.
    private(set) var unlistedCount = 0

    /// The first frames of the spots that have not ended, by slot.
    private var heard: [Int: FrameTime] = [:]
    /// What is missing of the files of the spots that have not ended, by slot.
    private var cuts: [Int: String] = [:]

    package init() {}

    /// Whether the session was still connecting to its first source when it ended.
    var isUnheard: Bool { finalState != nil && !hasConnected }

    /// How many spots failed, without those whose break was over before their turn: these are cut, as
    /// the one is that plays at its end.
    var faultCount: Int {
        (outcomes[.failed] ?? 0) - (failures[SummarySpot.breakShortened] ?? 0)
    }

    /// Reads the next line of the log.
    package mutating func note(_ record: EventRecord) {
        // A bumper is no ad.
        if record["bumper"] != nil {
            if record.event == "slot.failed" { failedBumperCount += 1 }
            return
        }
        switch record.event {
        case "session.began":
            (version, source) = (record.text("version"), record.text("source"))
            startTime = record.text("startTime")
        case "session.connecting", "session.playing", "session.buffering", "session.reconnecting",
            "session.paused", "session.lost", "session.failed":
            noteSource(record)
            finalState = String(record.event.dropFirst("session.".count))
            hasConnected = hasConnected || record.event != "session.connecting"
        case "stream.resumed":
            if returns.count < Self.limit { returns.append(record.time) }
        case "break.started": begin(record)
        case "break.ended", "break.cancelled": end(record)
        case "break.dropped": noteLeftOut(record)
        case "latency": noteGaps(record)
        case "tracking.queued", "tracking.confirmed", "tracking.retried", "tracking.gaveUp":
            noteBeacon(record)
        case "decision.requested": decisions.requested += 1
        case "decision.received": decisions.received += 1
        case "decision.noAd": decisions.noAd += 1
        case "decision.failed": decisions.failed += 1
        case "slot.loading": loadTimes.begin(record.integer("slot"), at: record.time)
        case "slot.loaded": loadTimes.end(record.integer("slot"), at: record.time)
        case "session.warning":
            noteCut(record)
            if record["list"] != nil { unreadListCount += 1 }
        case "slot.started":
            startedCount += 1
            // A log with more open spots than a session has is foreign.
            if let slot = record.integer("slot"), heard.count < Self.limit {
                heard[slot] = record.time
            }
        case "stream.underrun":
            if let count = record.integer("count") {
                deviceUnderrunCount += max(0, min(count, Int(Int32.max)))
            } else {
                streamUnderrunCount += 1
            }
        default:
            if let outcome = SummarySpot.Outcome(rawValue: record.event) { end(record, outcome) }
        }
    }

    /// A home that is tried again is no other source.
    private mutating func noteSource(_ record: EventRecord) {
        guard let new = record.text("source"), new != lastSource ?? source else { return }
        lastSource = new
        sourceChangeCount += 1
    }

    /// What has played after the first source, for the heading of the report; `nil` for nothing.
    var laterSources: String? {
        lastSource.map {
            sourceChangeCount == 1
                ? "then \($0)" : "then \(sourceChangeCount) sources, last \($0)"
        }
    }

    private mutating func noteBeacon(_ record: EventRecord) {
        // One that an earlier session has left says nothing of this one.
        guard !record.fields.contains(where: { $0.key == "earlier" }) else { return }
        switch record.event {
        case "tracking.queued": beacons.queued += 1
        case "tracking.confirmed": beacons.confirmed += 1
        case "tracking.retried": beacons.retried += 1
        default: beacons.undelivered += 1
        }
    }

    private mutating func begin(_ record: EventRecord) {
        breakCount += 1
        let new = SummaryBreak(
            number: record.integer("break") ?? 0, pod: record.text("pod"), start: record.time)
        if breaks.count < Self.limit { breaks.append(new) } else { unlistedCount += 1 }
    }

    private mutating func noteLeftOut(_ record: EventRecord) {
        guard let new = LeftOutBreak(record) else {
            if record.text("reason") == "stopped", record["streamFrame"] == nil {
                waitingCount += max(0, min(record.integer("spots") ?? 0, Self.limit))
            }
            return
        }
        leftOutCount += 1
        // 303: no server has failed, they have no ad.
        if new.cause != nil, record.integer("code") != 303 { undecidedCount += 1 }
        if leftOut.count < Self.limit { leftOut.append(new) } else { unlistedCount += 1 }
    }

    private mutating func end(_ record: EventRecord) {
        guard let number = record.integer("break"),
            let place = breaks.lastIndex(where: { $0.number == number && $0.end == nil })
        else { return }
        breaks[place].end = record.time
    }

    private mutating func noteCut(_ record: EventRecord) {
        guard record.warnsOfCutSpot, let slot = record.integer("slot") else { return }
        cutOffCount += 1
        if cuts.count < Self.limit { cuts[slot] = record.text("reason") }
    }

    private mutating func noteGaps(_ record: EventRecord) {
        let gaps = record.decimals("gaps") + [record.decimal("adToStream")].compactMap { $0 }
        guard let longest = gaps.max() else { return }
        worstGap = max(worstGap ?? 0, longest)
        guard let number = record.integer("break"),
            let place = breaks.lastIndex(where: { $0.number == number })
        else { return }
        breaks[place].worstGap = longest
    }

    private mutating func end(_ record: EventRecord, _ outcome: SummarySpot.Outcome) {
        outcomes[outcome, default: 0] += 1
        loadTimes.forget(record.integer("slot"))
        if outcome == .failed, let code = record.integer("code"),
            failures[code] != nil || failures.count < Self.limit
        {
            failures[code, default: 0] += 1
        }
        var spot = SummarySpot(outcome: outcome)
        spot.breakNumber = record.integer("break")
        spot.slot = record.integer("slot")
        spot.number = record.integer("spot")
        spot.adID = record.text("adId")
        spot.title = record.text("title")
        spot.url = record.text("url")
        spot.code = record.integer("code")
        spot.reason = record.text("reason")
        spot.cut = spot.slot.flatMap { cuts.removeValue(forKey: $0) }
        if let slot = spot.slot, let start = heard.removeValue(forKey: slot) {
            spot.heard = FrameRange(start, max(start, record.time))
            adFrameCount += spot.heard?.count ?? 0
        }
        if spots.count < Self.limit { spots.append(spot) } else { unlistedCount += 1 }
    }
}

/// A break that was heard.
struct SummaryBreak: Hashable, Sendable {
    var number: Int
    /// The name of a pod of the schedule; `nil` for pushed spots.
    var pod: String?
    var start: FrameTime
    /// `nil` if the session ended first.
    var end: FrameTime?
    /// In milliseconds; `nil` if it was not measured.
    var worstGap: Double?
}

/// A break of the stream that no spot filled.
struct LeftOutBreak: Hashable, Sendable {
    /// The frame of the stream at which it was to begin.
    var streamFrame: FrameTime
    /// In seconds; `nil` if no marker said so.
    var duration: Double?
    var reason = Reason.nothingFits
    /// Why ad servers have no ad for it; `nil` if none was asked or some have.
    var cause: String?

    /// As in the event log.
    enum Reason: String, Hashable, Sendable {
        case nothingFits
        case noSpots
    }

    /// `nil` if the line of the log is about something else.
    init?(_ record: EventRecord) {
        guard record.event == "break.dropped",
            let reason = record.text("reason").flatMap(Reason.init(rawValue:)),
            let place = record.integer("streamFrame")
        else { return nil }
        streamFrame = FrameTime(Int64(place))
        duration = record.decimal("duration")
        self.reason = reason
        cause = record.text("cause")
    }

    /// `no spot fits its 9.984 s`, or why there is none.
    var words: String {
        let length = duration.map { "its \(Figures.thousandths($0)) s" } ?? "it"
        let spots =
            switch reason {
            case .nothingFits: "no spot fits \(length)"
            case .noSpots: "there is no spot for it"
            }
        return [spots, cause].compactMap { $0 }.joined(separator: "; ")
    }
}

/// A spot that has ended.
struct SummarySpot: Hashable, Sendable {
    var outcome: Outcome
    var breakNumber: Int?
    var slot: Int?
    var number: Int?
    var adID: String?
    var title: String?
    var url: String?
    /// The frames that were heard; `nil` if none was.
    var heard: FrameRange?
    var code: Int?
    var reason: String?
    /// What is missing of its file; `nil` if that is whole.
    var cut: String?

    /// The code of a spot whose break was over before its turn.
    static let breakShortened = SpotFailure(.breakShortened).code

    /// Whether it failed for another reason than the end of its break.
    var isFault: Bool { outcome == .failed && code != Self.breakShortened }

    /// How a spot ended, with the event that tells it.
    enum Outcome: String, Hashable, Sendable, CaseIterable {
        case completed = "slot.completed"
        case skipped = "slot.skipped"
        case failed = "slot.failed"
        case notUsed = "slot.notUsed"
        case credited = "slot.credited"

        /// The name without the group of its event.
        var name: String { String(rawValue.dropFirst("slot.".count)) }
    }
}
