import Interlude
import MediaTime

/// An event of a session outside its breaks.
struct Incident: Hashable, Sendable {
    var kind: Kind
    var frame: FrameTime
    /// The words of the event log.
    var words: String
    /// Where it ended; `nil` if it did not, or has no duration.
    var end: FrameTime?

    enum Kind: Hashable, Sendable, CaseIterable {
        case streamUnderrun
        case deviceUnderrun
        case lateChange
        case reconnect
        case discontinuity
        case lostSink
        case warning
        case dropped
        /// A break of the stream that no spot filled.
        case leftOut
        /// Ad servers have failed to choose the ads of a break.
        case undecided
        /// An ad server does not learn of an event.
        case lostBeacon
        case failure
        case pause
        case shift

        /// Whether it was requested, rather than a fault.
        var isWanted: Bool {
            switch self {
            case .pause, .shift: true
            case .streamUnderrun, .deviceUnderrun, .lateChange, .reconnect, .discontinuity,
                .lostSink, .warning, .dropped, .leftOut, .undecided, .lostBeacon, .failure:
                false
            }
        }

        /// Whether it lasts until the stream is heard again.
        var lasts: Bool {
            switch self {
            case .streamUnderrun, .reconnect, .pause: true
            case .deviceUnderrun, .lateChange, .discontinuity, .lostSink, .warning, .dropped,
                .leftOut, .undecided, .lostBeacon, .failure, .shift:
                false
            }
        }

        var title: String {
            switch self {
            case .streamUnderrun: "stream underrun"
            case .deviceUnderrun: "underrun at the sound server"
            case .lateChange: "late change"
            case .reconnect: "stream lost"
            case .discontinuity: "discontinuity"
            case .lostSink: "output lost"
            case .warning: "warning"
            case .dropped: "spots dropped"
            case .leftOut: "break left out"
            case .undecided: "no ad of the ad servers"
            case .lostBeacon: "beacon not delivered"
            case .failure: "session failed"
            case .pause: "pause"
            case .shift: "seek"
            }
        }
    }
}

/// Incidents.
extension SessionAccount {
    mutating func noteSession(_ record: EventRecord) {
        let reason = record.text("reason") ?? ""
        switch record.event {
        case "session.playing": hearStream(record)
        case "session.paused": note(.pause, record, reason)
        case "session.reconnecting": note(.reconnect, record, reason)
        case "session.warning": note(.warning, record, reason)
        case "session.lost", "session.failed": note(.failure, record, reason)
        case "sink.lost": note(.lostSink, record, reason)
        case "sink.late":
            note(.lateChange, record, "at most \(record.integer("frames") ?? 0) frames")
        default: break
        }
    }

    /// Notes a decision of ad servers that has failed. The reason names the server's address.
    mutating func noteDecision(_ record: EventRecord) {
        guard record.event == "decision.failed" else { return }
        let code = record.integer("code").map { " (\($0))" } ?? ""
        note(.undecided, record, (record.text("reason") ?? "") + code)
    }

    /// Notes a beacon that is given up, with its address and why the last try has failed. One that
    /// an earlier session has left says nothing of this one.
    mutating func noteBeacon(_ record: EventRecord) {
        guard let address = record.text("url"), record["earlier"] == nil else { return }
        let reason = record.text("reason") ?? ""
        switch record.event {
        case "tracking.retried":
            if failedTries.count < Self.limit { failedTries[address] = reason }
        case "tracking.confirmed": failedTries[address] = nil
        case "tracking.gaveUp":
            let cause = failedTries.removeValue(forKey: address) ?? reason
            let words = cause.hasPrefix(address) ? cause : "\(address): \(cause)"
            note(.lostBeacon, record, "\(record.text("kind") ?? ""): \(words)")
        default: break
        }
    }

    mutating func note(_ kind: Incident.Kind, _ record: EventRecord, _ words: String) {
        incidentCounts[kind, default: 0] += 1
        add(Incident(kind: kind, frame: record.time, words: words), to: \.incidents)
    }

    /// Ends the incidents that last until the stream is heard.
    mutating func endSilence(at frame: FrameTime) {
        for index in incidents.indices.reversed() where incidents[index].kind.lasts {
            guard incidents[index].end == nil else { return }
            incidents[index].end = frame
        }
    }

    func count(of kinds: Incident.Kind...) -> Int {
        kinds.reduce(0) { $0 + (incidentCounts[$1] ?? 0) }
    }
}
