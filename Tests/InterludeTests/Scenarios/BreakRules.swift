import AdPlayback
import MediaTime
import Playout
@testable import Interlude

/// The rules about breaks that hold for the event log, the beacons and the plans of every course.
struct BreakRules {
    private(set) var complaint: String?

    /// Whether breaks alone mute and hold the stream, and no units of true[X].
    let hasBreaksOnly: Bool

    /// The spots of each break, by the numbers of their play tokens.
    private var slots: [JSONValue: Set<JSONValue>] = [:]

    /// The spots that are heard; two in a crossfade.
    private var playing: Set<JSONValue?> = []

    /// Where the stream was muted or held for the break that is heard; `nil` if anything has changed its
    /// course since.
    private var away: (record: EventRecord, place: Int64)?

    /// What is wrong if the stream has been on one course in `range`: if the listener has not moved.
    private(set) var suspicions: [Suspicion] = []

    struct Suspicion {
        /// From the first frame of the break to the next event in question.
        let range: FrameRange
        let words: String
        /// Where nothing is heard, unless spots are in all of it of which nobody is told: a plan
        /// that is refused has dropped them, and the sink begins them under the plan before.
        var silence: FrameRange?
    }

    /// The end of the last spot that was heard. That of a single frame is told before the stream leaves.
    private var lastEnd = Int64.zero

    /// From where on the stream is away and no spot is heard; `nil` if one is, or the stream.
    private var silence: Int64?

    /// The last beacon of each spot.
    private var beacons: [UInt64: String] = [:]

    /// The spots whose break was taken back while they were heard.
    private var takenBack: Set<UInt64> = []

    /// Whether the session was asked to stop: spots that have not begun are over then, even those that
    /// the sink has rendered.
    private var isStopping = false

    mutating func noteStop() { isStopping = true }

    init(hasBreaksOnly: Bool) { self.hasBreaksOnly = hasBreaksOnly }

    private mutating func complain(_ words: String) {
        if complaint == nil { complaint = words }
    }

    // MARK: The event log

    mutating func see(_ record: EventRecord) {
        // A bumper is no spot of its break.
        if let number = record.json["break"], let slot = record.json["slot"],
            record.json["bumper"] == nil
        {
            if record.event.hasPrefix("slot.") { slots[number, default: []].insert(slot) }
        }
        switch record.event {
        case "break.ended", "break.cancelled": countSlots(record)
        case "slot.started": endSilence(record)
        case "slot.completed", "slot.skipped", "slot.failed":
            let wasHeard = playing.remove(record.json["slot"]) != nil
            if wasHeard { lastEnd = record.frame }
            if away != nil, wasHeard, playing.isEmpty { silence = record.frame }
        default: if hasBreaksOnly { followStream(record) }
        }
    }

    /// While the stream is away, a spot is heard: nobody waits in silence for one that loads.
    private mutating func endSilence(_ record: EventRecord) {
        if record.event == "slot.started" { playing.insert(record.json["slot"]) }
        if !isStopping, let away, let silence, record.frame > silence {
            suspicions.append(
                Suspicion(
                    range: FrameRange(FrameTime(away.record.frame), FrameTime(record.frame + 1)),
                    words: "from \(silence) to \(record.event) at \(record.frame) nothing is heard",
                    silence: FrameRange(FrameTime(silence), FrameTime(record.frame))))
        }
        silence = nil
    }

    /// Each spot of a break has one outcome.
    private mutating func countSlots(_ record: EventRecord) {
        guard let number = record.json["break"], record.json["pod"] == nil else { return }
        let outcomes = ["played", "skipped", "failed", "credited", "notUsed"]
        let sum = outcomes.reduce(Int64(0)) { sum, name in
            if case .integer(let count)? = record.json[name] { sum + count } else { sum }
        }
        let count = slots.removeValue(forKey: number)?.count ?? 0
        if sum != Int64(count) {
            complain("break \(number) has \(count) spots, outcomes of \(sum)")
        }
    }

    /// The stream goes on unheard while it is muted, and stands still while it is held.
    private mutating func followStream(_ record: EventRecord) {
        let place: Int64? =
            if case .integer(let place)? = record.json["streamFrame"] { place } else { nil }
        switch record.event {
        case "stream.muted", "stream.held":
            // A unit of true[X] holds the stream too, and has rules of its own.
            away = record.json["by"] == .string("break") ? place.map { (record, $0) } : nil
            silence = playing.isEmpty ? max(record.frame, lastEnd) : nil
        case "stream.resumed":
            endSilence(record)
            guard let away, let place else { break }
            let count = away.record.event == "stream.held" ? 0 : record.frame - away.record.frame
            if place != away.place + count {
                suspicions.append(
                    Suspicion(
                        range: FrameRange(
                            FrameTime(away.record.frame), FrameTime(record.frame + 1)),
                        words: "the stream, \(away.record.event) at \(away.record.frame) with "
                            + "\(away.place), goes on at \(record.frame) with \(place)"))
            }
            self.away = nil
        case "stream.starting", "stream.shifted", "stream.underrun", "stream.ducked": away = nil
        default: if record.event.hasPrefix("session.") { away = nil }
        }
    }

    // MARK: Beacons

    /// The events of an ad in the order in which servers hear of them, each at most once.
    private static let course = [
        "loaded", "start", "firstQuartile", "midpoint", "thirdQuartile", "complete",
    ]
    /// Those that may come at any time after the start.
    private static let interleaved: Set = [
        "impression", "creativeView", "mute", "unmute", "pause", "resume", "progress",
    ]
    private static let ends: Set = ["complete", "skip", "error", "notUsed"]

    /// The events that were told of each ad in the stream.
    private var stitched: [Beacon.StreamAd: [String]] = [:]

    /// Each event of an ad in the stream is told once, in the order of the ad.
    private mutating func see(_ beacon: Beacon, of ad: Beacon.StreamAd) {
        guard !["mute", "unmute", "pause", "resume"].contains(beacon.kind) else { return }
        let before = stitched[ad, default: []]
        let stages = (before + [beacon.kind]).compactMap(Self.course.firstIndex)
        if before.contains(beacon.kind) || stages != stages.sorted() {
            complain("an ad of \(ad.pod) has \(beacon.kind) after \(before)")
        }
        stitched[ad] = before + [beacon.kind]
    }

    mutating func see(_ beacon: Beacon) {
        if let ad = beacon.streamAd { see(beacon, of: ad) }
        guard let slot = beacon.subject?.slot else { return }
        let last = beacons[slot]
        if let last, Self.ends.contains(last) {
            complain("spot \(slot) has \(beacon.kind) after \(last)")
        }
        let isBegun = last.flatMap(Self.course.firstIndex).map { $0 > 0 } ?? false
        if Self.interleaved.contains(beacon.kind) {
            if !isBegun { complain("spot \(slot) has \(beacon.kind) before its start") }
            return
        }
        if let stage = Self.course.firstIndex(of: beacon.kind),
            let last, let before = Self.course.firstIndex(of: last), stage <= before
        {
            complain("spot \(slot) has \(beacon.kind) after \(last)")
        }
        beacons[slot] = beacon.kind
    }

    // MARK: Breaks that are taken back

    /// The stream has taken back the break of these spots, which are heard or about to be.
    mutating func takeBack(_ tokens: [PlayToken]) {
        takenBack.formUnion(tokens.map(\.rawValue))
    }

    /// Nothing of a break that was taken back is heard for longer than a fade. That of
    /// ``BreakEndPolicy/fade`` has half a second, and goes on if it has begun.
    mutating func see(_ plan: OutputTimeline, from frame: FrameTime, fade: Int) {
        for clip in plan.clips {
            let exit = clip.envelope.exit
            let isFading =
                clip.role == .fadingAway && exit.start < frame
                && exit.frameCount <= FrameTime.rate / 2
            guard case .spot(let token) = clip.voice, takenBack.contains(token),
                clip.output.end > (isFading ? max(exit.end, frame + fade) : frame + fade)
            else { continue }
            complain("spot \(token) of a break that was taken back plays on from \(frame)")
        }
    }
}
