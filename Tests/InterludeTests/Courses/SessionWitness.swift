import AdPlayback
import Advertising
@testable import Interlude

/// Holds what a session says and does against the rules that hold whatever comes.
struct SessionWitness {
    private(set) var complaint: String?
    private(set) var isOver = false

    private var isInBurst = false
    private var banner: Int?
    private var reports: [PlayToken: FinishStatus] = [:]
    private var loads: Set<PlayToken> = []
    private var shown = 0
    private var pushed = 0
    /// Breaks that were heard, and those of which the figures were written.
    private var heardBreaks: [JSONValue] = []
    private var measuredBreaks: [JSONValue] = []
    /// How many spots have come to an end in the event log.
    private var ended = 0

    mutating func note(pushed count: Int) { pushed += count }

    mutating func complain(_ words: String) {
        if complaint == nil { complaint = words }
    }

    mutating func see(_ effect: SessionEffect) {
        if isOver { complain("\(effect) after the end") }
        switch effect {
        case .advertisements(let effect): see(effect)
        case .log(let record): see(record)
        case .end:
            isOver = true
            if isInBurst { complain("over in a burst") }
            if banner != nil { complain("over with a banner") }
            if ended != pushed { complain("\(pushed) spots pushed, \(ended) answered for") }
            if heardBreaks != measuredBreaks { complain("not every break was measured, once") }
            if shown > reports.count { complain("\(shown) spots heard, \(reports.count) reported") }
        case .openStream, .jump, .awaitReady, .closeStream, .sourceTaken, .sourceRefused, .catchUp,
            .requestSwitch, .publish, .loadMuteMusic, .stateChanged, .availableDelayChanged,
            .refuse, .truex, .loadVoiceOver,
            .dropVoiceOver:
            break
        }
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
        case .cancelLoad, .release, .armWatchdog, .disarmWatchdog, .requestSwitch, .lay,
            .focusChanged, .availableToObservers, .handOut, .clickReport, .log, .pauseAllowed,
            .refuse:
            break
        }
    }

    private mutating func see(_ record: EventRecord) {
        switch record.event {
        case "slot.completed", "slot.skipped", "slot.failed", "slot.notUsed": ended += 1
        // Those of spots have numbers, and pods have names.
        case "break.started":
            if case .integer? = record.json["break"] { heardBreaks.append(record.json["break"]!) }
        case "latency": measuredBreaks += [record.json["break"]].compactMap { $0 }
        case "break.dropped":
            if case .integer(let count)? = record.json["spots"] { ended += Int(count) }
        default: break
        }
    }
}
