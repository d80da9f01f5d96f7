import AdPlayback
import Advertising
import MediaTime
import Playout

/// What the values of a session want done: effects for the shell and signals for each other, in one
/// order.
struct SessionOutbox: Hashable, Sendable {
    enum Entry: Hashable, Sendable {
        case effect(SessionEffect)
        case signal(SessionSignal)
    }

    private var entries: [Entry] = []

    /// Whether the sound has to change.
    private var isSwitchWanted = false

    mutating func send(_ effect: SessionEffect) { entries.append(.effect(effect)) }
    mutating func post(_ signal: SessionSignal) { entries.append(.signal(signal)) }

    /// Has the sink asked for a frame from which on sound can be changed.
    mutating func wantSwitch() { isSwitchWanted = true }

    mutating func takeEntries() -> [Entry] {
        defer { entries = [] }
        return entries
    }

    mutating func takeSwitch() -> Bool {
        defer { isSwitchWanted = false }
        return isSwitchWanted
    }

    /// Writes a line of the event log about output frame `frame`.
    mutating func log(
        _ name: String, at frame: FrameTime, _ fields: KeyValuePairs<String, JSONValue> = [:]
    ) {
        send(.log(EventRecord(name, at: frame, fields)))
    }

    mutating func write(_ records: [EventRecord]) {
        for record in records { send(.log(record)) }
    }

    /// Says in the event log what a person should know, and nothing else depends on.
    mutating func warn(_ words: String, at frame: FrameTime) {
        log("session.warning", at: frame, ["reason": .string(words)])
    }

    /// The command that came last is not carried out.
    mutating func refuse(_ words: String) { send(.refuse(words)) }
}

/// What one value of a session has for another. ``SessionMachine`` passes it on.
enum SessionSignal: Hashable, Sendable {
    // For the breaks.

    case advertisements(AdPlayManager.Event)

    // From the breaks.

    /// It was written into the event log.
    case adEvent(AdEvent)
    case pauseAllowed

    // From the interactive breaks.

    /// The stream is heard no further until ``land(at:)``.
    case hold
    /// The stream goes on at that stream frame, as far as that can be told by now.
    case prepare(FrameTime)
    case land(at: FrameTime)
    /// The listener goes where they asked for, or where that leads to first.
    case seek(to: FrameTime)
    case stop

    // From the transport.

    /// The source that was asked for has sound.
    case sourceReady
    /// The session goes to its end, and may have come to it.
    case ending
}
