import Interlude
import MediaTime

/// What happened beside the breaks.
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

    mutating func note(_ kind: Incident.Kind, _ record: EventRecord, _ words: String) {
        incidentCounts[kind, default: 0] += 1
        add(Incident(kind: kind, frame: record.time, words: words), to: \.incidents)
    }

    /// The stream is heard: what kept it from that is over.
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
