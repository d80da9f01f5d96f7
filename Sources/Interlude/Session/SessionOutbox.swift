import AdPlayback
import Advertising
import MediaTime
import Playout

/// The effects and signals that the values of a session have sent, in one order.
struct SessionOutbox: Hashable, Sendable {
    enum Entry: Hashable, Sendable {
        case effect(SessionEffect)
        case signal(SessionSignal)
    }

    private var entries: [Entry] = []

    /// Whether a value has requested a switch.
    private var isSwitchWanted = false

    mutating func send(_ effect: SessionEffect) { entries.append(.effect(effect)) }
    mutating func post(_ signal: SessionSignal) { entries.append(.signal(signal)) }

    /// Requests a switch: the sink will name the first frame that can still change.
    mutating func wantSwitch() { isSwitchWanted = true }

    mutating func takeEntries() -> [Entry] {
        defer { entries = [] }
        return entries
    }

    mutating func takeSwitch() -> Bool {
        defer { isSwitchWanted = false }
        return isSwitchWanted
    }

    /// Adds a line about output frame `frame` to the event log.
    mutating func log(
        _ name: String, at frame: FrameTime, _ fields: KeyValuePairs<String, JSONValue> = [:]
    ) {
        send(.log(EventRecord(name, at: frame, fields)))
    }

    mutating func write(_ records: [EventRecord]) {
        for record in records { send(.log(record)) }
    }

    /// Adds a warning for people to the event log. Nothing else depends on it.
    mutating func warn(_ words: String, at frame: FrameTime) {
        log("session.warning", at: frame, ["reason": .string(words)])
    }

    /// Adds a warning of a list of breaks that cannot be read, or has a break that cannot be placed.
    mutating func warn(ofUnreadList reason: String, at frame: FrameTime) {
        let words = "breaks of a list are not played: \(reason)"
        log("session.warning", at: frame, ["list": .bool(true), "reason": .string(words)])
    }

    /// Adds a warning of a break of a list that has its place at a share of a source without a length.
    mutating func warn(ofUnplaced planned: PlannedBreak, at frame: FrameTime) {
        let name = planned.id.map { " '\($0)'" } ?? ""
        let words =
            "the break\(name) of a list is not played: it is at a share of the programme, of which "
            + "the length is not known; give it a time"
        log("session.warning", at: frame, ["list": .bool(true), "reason": .string(words)])
    }

    /// Logs an ad that a server has decided on and that is not heard.
    mutating func log(_ ad: LeftOutAd, at frame: FrameTime) {
        write([
            EventRecord(
                "slot.notUsed", at: frame, withoutPlace: ad.spot, code: ad.reason.code?.rawValue,
                reason: ad.reason.name)
        ])
    }

    /// Refuses the latest command; `words` is the reason.
    mutating func refuse(_ words: String) { send(.refuse(words)) }
}

/// A message from one value of a session to another. ``SessionMachine`` passes it on.
enum SessionSignal: Hashable, Sendable {
    // For the breaks.

    case advertisements(AdPlayManager.Event)

    /// The preroll of the station begins or is over.
    case preroll(StationPreroll)

    /// These spots fill a break at a frame of the programme.
    case breakMarked(BreakWindow, [Advertisement])

    /// These spots, which have ids, were pushed for a place that the programme reaches soon.
    case pushReached(BreakWindow, [Advertisement])

    /// These ads of a decision cannot be heard.
    case adReports([AdDecision.Report])

    case adLeftOut(LeftOutAd)

    /// This has become of a break in a list of breaks.
    case breakTold(BreakTold)

    /// After a break, continue the programme at this frame.
    case resume(at: FrameTime)

    // From the breaks.

    /// The breaks have logged this event.
    case adEvent(AdEvent)
    case pauseAllowed
    /// The listener has clicked the banner of this spot.
    case bannerClicked(Advertisement)
    /// The listener sees the banner of this spot, which is heard.
    case bannerSeen(Advertisement)

    // From the interactive breaks.

    /// Stop the stream until ``land(at:)``.
    case hold
    /// Prepare to resume at this stream frame, which may still change.
    case prepare(FrameTime)
    case land(at: FrameTime)
    /// Seek to this stream frame: the listener's target, or a break that comes before it.
    case seek(to: FrameTime)
    case stop

    // From the transport.

    /// The requested source has audio.
    case sourceReady
    /// The present source has failed, or with `nil` was heard to its end, and the home follows.
    case sourceOver(SessionFailure?)
    /// The planned end of the session has changed, and may have been reached.
    case ending
}
