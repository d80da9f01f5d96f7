import AdPlayback
import Advertising
import MediaTime
@testable import Interlude

/// Checks a session's events and effects against the rules that always hold.
struct SessionWitness {
    private(set) var complaint: String?
    private(set) var isOver = false
    /// The length of a fade in frames, and that of the fade between two places of a stream.
    private static let fade = 384
    private static let crossfade = FrameTime.rate / 20

    private var isInBurst = false
    private var banner: Int?
    private var reports: [PlayToken: FinishStatus] = [:]
    private var loads: Set<PlayToken> = []
    private var shown = 0
    private var pushed = 0
    /// Heard breaks, and those with a latency record.
    private var heardBreaks: [JSONValue] = []
    private var measuredBreaks: [JSONValue] = []
    /// The number of spots that have ended in the event log.
    private var ended = 0
    /// The event log's lines about each spot, by the number of its play token.
    private var told: [UInt64: Told] = [:]

    private var rules: BreakRules
    private var options: OptionRules

    /// The log of the session.
    private(set) var records: [EventRecord] = []

    /// The id of the spots that fill marked breaks.
    static let fillID = "fill"

    /// `hasPods` is whether the stream may have pods with true[X]. One that has none is heard frame by
    /// frame.
    init(_ configuration: SessionConfiguration, hasPods: Bool) {
        rules = BreakRules(hasBreaksOnly: !hasPods)
        options = OptionRules(configuration, hasBreaksOnly: !hasPods)
    }

    /// What the rules about the options were about.
    var occasions: [OptionRules.Occasion: Int] { options.occasions }

    private struct Told {
        var start: FrameTime?
        var end: (event: String, frame: FrameTime)?
    }

    mutating func note(pushed count: Int) { pushed += count }

    mutating func complain(_ words: String) {
        if complaint == nil { complaint = words }
    }

    mutating func see(_ event: SessionEvent) {
        if event == .command(.stop) { rules.noteStop() }
        options.see(event)
    }

    mutating func noteLoaded(_ token: PlayToken, frameCount: Int) {
        options.noteLoaded(token.rawValue, frameCount: frameCount)
    }

    mutating func noteSlates(in spots: [AdvertisementPlayer]) {
        for spot in spots where spot.bumper == .slate {
            options.noteSlate(spot.token.rawValue, ofBreak: spot.breakNumber)
        }
    }

    mutating func noteTakenBack(_ tokens: [PlayToken]) { rules.takeBack(tokens) }

    /// Checks what was rendered of all voices, and the order of the event log.
    mutating func judge(
        _ parts: HeardParts, isDucked: Bool, fadesOut: Bool, crossfade: Int
    ) {
        let overlap = Self.fade + (fadesOut ? FrameTime.rate / 2 : Self.crossfade)
        let words = parts.complaint(
            inOrder: rules.hasBreaksOnly, overlap: overlap, isDucked: isDucked)
        if let words { complain(words) }
        options.count(.turn, parts.turnCount)
        options.count(.crossfade, parts.crossfadeCount)
        if let words = parts.complaint(about: options.spots, crossfade: crossfade) {
            complain(words)
        }
        for one in rules.suspicions where parts.isOnCourse(in: one.range) {
            if let silence = one.silence, parts.hasSpots(inAllOf: silence) { continue }
            complain(one.words)
        }
        if let fault = EventOrder(of: records).faults.first { complain(fault) }
    }

    /// Compares the reports on each spot with the frames that were heard: those in `rendered`
    /// before output frame `heard`.
    mutating func compare(with rendered: [UInt64: FrameRange], heardBefore heard: FrameTime) {
        for (token, told) in told {
            if let start = told.start, rendered[token]?.start != start {
                complain("spot \(token) was not heard from \(start) on")
            }
        }
        for (token, range) in rendered where range.start < heard {
            let told = told[token] ?? Told()
            // A spot that a refused plan dropped stays dropped.
            if told.end?.event == "slot.notUsed" || told.end?.event == "slot.failed",
                told.start == nil
            {
                continue
            }
            guard told.start == range.start else {
                complain("spot \(token), heard from \(range.start) on, is not said to have begun")
                continue
            }
            switch told.end {
            case ("slot.completed", let frame)?, ("slot.failed", let frame)?:
                if frame != range.end { complain("spot \(token) ended at \(range.end)") }
            case nil where range.end < heard:
                complain("spot \(token), heard up to \(range.end), is not said to have ended")
            default: break
            }
        }
    }

    mutating func see(_ effect: SessionEffect, isAskedFor: Bool) {
        if isOver { complain("\(effect) after the end") }
        options.see(effect, isAskedFor: isAskedFor)
        switch effect {
        case .advertisements(let effect): see(effect)
        case .log(let record): see(record)
        case .track(let beacon): rules.see(beacon)
        case .publish(let plan, let frame): rules.see(plan, from: frame, fade: Self.fade)
        case .end:
            isOver = true
            if isInBurst { complain("over in a burst") }
            if banner != nil { complain("over with a banner") }
            if ended != pushed { complain("\(pushed) spots pushed, \(ended) answered for") }
            if told.values.contains(where: { $0.end == nil }) { complain("a spot has no end") }
            if heardBreaks != measuredBreaks { complain("not every break was measured, once") }
            if shown > reports.count { complain("\(shown) spots heard, \(reports.count) reported") }
        case .openStream, .jump, .awaitReady, .closeStream, .wait, .sourceTaken, .sourceRefused,
            .catchUp, .readLoudness, .readNowPlaying,
            .requestSwitch, .loadMuteMusic, .measureFill, .listAssets, .planBreaks,
            .decideAds, .cancelRequest, .stateChanged,
            .availableDelayChanged, .metadataHeard,
            .refuse, .truex, .loadVoiceOver,
            .dropVoiceOver:
            break
        }
        if let words = rules.complaint ?? options.complaint { complain(words) }
    }

    private mutating func see(_ effect: AdPlayManager.Effect) {
        switch effect {
        case .adPlayStarted:
            if isInBurst { complain("a burst started in a burst") }
            isInBurst = true
        case .adPlayFinished:
            if !isInBurst { complain("a burst finished that never started") }
            isInBurst = false
        case .showBanner(let spot):
            shown += 1
            banner = spot.id
            if !isInBurst { complain("spot \(spot.id) heard outside of a burst") }
        case .removeBanner: banner = nil
        case .report(let token, _, let status):
            if reports.updateValue(status, forKey: token) != nil {
                complain("\(token) reported twice")
            }
        case .load(let token, _, _):
            if !loads.insert(token).inserted { complain("\(token) loaded twice") }
        case .cancelLoad, .release, .armWatchdog, .disarmWatchdog, .lay,
            .focusChanged, .availableToObservers, .handOut, .clickReport, .log, .pauseAllowed,
            .refuse, .viewReport:
            break
        }
    }

    private mutating func note(_ record: EventRecord) {
        guard case .integer(let number)? = record.json["slot"] else { return }
        let (token, frame) = (UInt64(number), FrameTime(record.frame))
        switch record.event {
        case "slot.started":
            if told[token]?.start != nil { complain("spot \(token) began twice") }
            told[token, default: Told()].start = frame
        case "slot.completed", "slot.skipped", "slot.failed", "slot.notUsed":
            if told[token]?.end != nil { complain("spot \(token) ended twice") }
            told[token, default: Told()].end = (record.event, frame)
        default: break
        }
    }

    private mutating func see(_ record: EventRecord) {
        note(record)
        records.append(record)
        rules.see(record)
        options.see(record)
        switch record.event {
        case "slot.completed", "slot.skipped", "slot.failed", "slot.notUsed":
            // Assets have the names of their breaks, or never got a place.
            let isOwn = [Self.fillID, "a", "b"].contains { record.json["adId"] == .string($0) }
            let isPushed = record.json["slot"] != nil && record.json["bumper"] == nil
            if !isOwn, isPushed { ended += 1 }
        // Breaks of spots have numbers, and pods have names.
        case "break.started":
            if record.json["pod"] == nil { heardBreaks.append(record.json["break"]!) }
        case "latency": measuredBreaks += [record.json["break"]].compactMap { $0 }
        case "break.dropped":
            if case .integer(let count)? = record.json["spots"] { ended += Int(count) }
        default: break
        }
    }
}
