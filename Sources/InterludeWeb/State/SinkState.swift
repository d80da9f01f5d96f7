import Interlude

/// What the page shows of the output, made of the event log.
struct SinkState: Hashable, Sendable {
    /// As the operator names it.
    let name: String
    private var isPresent = true
    /// How loud the sound server plays the stream; `nil` while it has not said.
    private var percent: Int64?
    private var isMuted = false

    init(name: String) {
        self.name = name
    }

    mutating func take(_ record: EventRecord) {
        switch record.event {
        case "sink.lost": isPresent = false
        case "sink.restored": isPresent = true
        case "sink.volume":
            if case .integer(let percent)? = record.json["percent"] { self.percent = percent }
            isMuted = record.json["muted"] == .bool(true)
        default: break  // The others say nothing of the output.
        }
    }

    var json: JSONValue {
        .present([
            "name": .string(name), "present": .bool(isPresent),
            "percent": percent.map { .integer($0) } ?? .null, "muted": .bool(isMuted),
        ])
    }
}
