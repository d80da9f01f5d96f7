import Interlude
import MediaTime

/// A break in the event log.
struct ReportedBreak: Hashable, Sendable {
    var id: Int
    var announced: FrameTime
    /// The first frame of its first spot or bumper that was heard.
    var begin: FrameTime?
    /// The slots of its spots.
    var slots: [Int] = []
    /// The state of the stream during the break: `muted`, `held` or `ducked`.
    var manner: String?
    /// Why it was cancelled; `nil` if it was not.
    var cancelled: String?
    /// In milliseconds; `nil` if the break was not heard.
    var latency: Latency?

    struct Latency: Hashable, Sendable {
        var cueToAd: Double
        var gaps: [Double]
        /// `nil` if the stream did not resume.
        var adToStream: Double?
        var lagBefore: Double
        var lagAfter: Double
    }
}

/// A spot in the event log.
struct ReportedSpot: Hashable, Sendable {
    /// The number of the play, and the id of the advertisement.
    var slot: Int
    var spot: Int
    var breakID: Int
    /// The advertiser's own id; `nil` if it has none.
    var adID: String?

    var loading: FrameTime?
    var loaded: FrameTime?
    /// The loudness of the file, in LUFS.
    var loudness: Double?
    /// The applied gain, in decibels.
    var gain: Double?
    var start: FrameTime?
    var firstAudible: FrameTime?
    var end: FrameTime?
    var outcome = Outcome.open

    enum Outcome: Hashable, Sendable {
        /// The session ended before the spot.
        case open
        case completed
        case skipped(reason: String)
        case failed(code: Int, reason: String)
        case notUsed(reason: String)
    }

    /// The output frames of the spot; `nil` if it was not heard.
    func heard(until last: FrameTime) -> FrameRange? {
        start.map { FrameRange($0, end ?? last) }
    }

    /// The finish status in words.
    var words: String {
        switch outcome {
        case .open: start == nil ? "not heard" : "cut by the end of the session"
        case .completed: "completed"
        case .skipped("stopped"): "stopped with its stream"
        case .skipped: "skipped"
        case .failed(let code, let reason): "failed (\(code)): \(reason)"
        case .notUsed(let reason): "not used (\(reason))"
        }
    }
}

/// Breaks and their spots.
extension SessionAccount {
    mutating func noteBreak(_ record: EventRecord) {
        guard let id = record.integer("break") else {
            if let leftOut = LeftOutBreak(record) {
                note(.leftOut, record, leftOut.words)
            } else if record.event == "break.dropped" {
                let count = record.integer("spots") ?? 0
                note(.dropped, record, "\(count): \(record.text("reason") ?? "")")
            }
            return
        }
        if record.event == "break.announced" {
            return add(ReportedBreak(id: id, announced: record.time), to: \.breaks)
        }
        guard let place = breaks.lastIndex(where: { $0.id == id }) else { return }
        switch record.event {
        case "break.cancelled": breaks[place].cancelled = record.text("reason")
        case "latency":
            breaks[place].latency = ReportedBreak.Latency(
                cueToAd: record.decimal("cueToAd") ?? 0, gaps: record.decimals("gaps"),
                adToStream: record.decimal("adToStream"),
                lagBefore: record.decimal("lagBefore") ?? 0,
                lagAfter: record.decimal("lagAfter") ?? 0)
        default: break
        }
    }

    mutating func noteSlot(_ record: EventRecord) {
        guard let slot = record.integer("slot"), let breakID = record.integer("break") else {
            return
        }
        if record.event == "slot.started",
            let place = breaks.lastIndex(where: { $0.id == breakID }), breaks[place].begin == nil
        {
            breaks[place].begin = record.time
        }
        guard record["bumper"] == nil else { return }
        noteTitle(record)
        if record.event == "slot.started" { hear(slot, at: record.time) }
        let place = spots.lastIndex { $0.slot == slot } ?? spots.endIndex
        if place == spots.endIndex {
            // Slots are numbered in order; the spot of a smaller one was counted before.
            guard slot > lastUnlistedSlot else { return endHearing(slot, by: record) }
            if spots.count >= Self.limit { lastUnlistedSlot = slot }
            add(
                ReportedSpot(
                    slot: slot, spot: record.integer("spot") ?? 0, breakID: breakID,
                    adID: record.text("adId")),
                to: \.spots)
            if place < spots.endIndex,
                let place = breaks.lastIndex(where: { $0.id == breakID })
            {
                breaks[place].slots.append(slot)
            }
        }
        if spots.indices.contains(place) { spots[place].note(record) }
        endHearing(slot, by: record)
    }

    /// Notes the title of a spot; logs of earlier versions have none.
    private mutating func noteTitle(_ record: EventRecord) {
        guard let spot = record.integer("spot"), let title = record.text("title"),
            titles[spot] == nil, titles.count < Self.limit
        else { return }
        titles[spot] = title.isEmpty ? record.text("url") : title
    }

    private mutating func endHearing(_ slot: Int, by record: EventRecord) {
        switch record.event {
        case "slot.completed", "slot.skipped", "slot.failed": endHearing(slot, at: record.time)
        default: break
        }
    }
}

extension ReportedBreak {
    /// The output frame of its push, or at which the stream or the interval marks its beginning: a
    /// marked break is announced ahead of that.
    var cue: FrameTime {
        guard let begin, let wait = latency?.cueToAd else { return announced }
        let count = Int(saturating: (max(0, wait) * Double(FrameTime.rate) / 1000).rounded())
        return max(announced, begin - count)
    }
}

extension ReportedSpot {
    /// Reads a line of the log about this spot.
    fileprivate mutating func note(_ record: EventRecord) {
        let reason = record.text("reason") ?? ""
        switch record.event {
        case "slot.loading": loading = record.time
        case "slot.loaded":
            loaded = record.time
            loudness = record.decimal("loudness")
        case "slot.started":
            start = record.time
            gain = record.decimal("gain")
        case "slot.firstAudible": firstAudible = record.time
        case "slot.completed": close(.completed, at: record.time)
        case "slot.skipped": close(.skipped(reason: reason), at: record.time)
        case "slot.failed":
            close(.failed(code: record.integer("code") ?? 0, reason: reason), at: record.time)
        case "slot.notUsed": close(.notUsed(reason: reason), at: record.time)
        default: break
        }
    }

    private mutating func close(_ outcome: Outcome, at time: FrameTime) {
        self.outcome = outcome
        end = time
    }
}
