import Interlude

/// The output as the page shows it, from the event log.
struct SinkState: Hashable, Sendable {
    /// The value of `--sink`.
    let name: String
    private var isPresent = true
    /// The volume at the sound server; `nil` until it is known.
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
        default: break  // The other events do not concern the output.
        }
    }

    var json: JSONValue {
        .present([
            "name": .string(name), "present": .bool(isPresent),
            "percent": percent.map { .integer($0) } ?? .null, "muted": .bool(isMuted),
        ])
    }
}
