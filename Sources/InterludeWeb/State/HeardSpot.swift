import Interlude

/// A spot on the page's timeline.
struct HeardSpot: Hashable, Sendable {
    let id: String
    var title = ""
    /// Output time in seconds.
    let from: Double
    /// `nil` while it is heard.
    var to: Double?
    var outcome: Outcome?

    enum Outcome: String, Hashable, Sendable {
        case completed
        case skipped
        case failed
    }

    var json: JSONValue {
        [
            "id": .string(id), "title": .string(title), "from": .decimal(from),
            "to": JSONValue(to), "outcome": JSONValue(outcome?.rawValue),
        ]
    }
}
