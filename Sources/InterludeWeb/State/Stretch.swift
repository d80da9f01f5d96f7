import Interlude

/// A part of the page's timeline: programme, or a break.
struct Stretch: Hashable, Sendable {
    var kind: Kind
    /// Output time in seconds.
    let from: Double
    /// `nil` while it is heard.
    var to: Double?

    enum Kind: Hashable, Sendable {
        case programme
        case adBreak(id: String, [HeardSpot])
    }

    var json: JSONValue {
        switch kind {
        case .programme: ["kind": "programme", "from": .decimal(from), "to": JSONValue(to)]
        case .adBreak(let id, let spots):
            [
                "kind": "break", "id": .string(id), "from": .decimal(from), "to": JSONValue(to),
                "spots": .array(spots.map(\.json)),
            ]
        }
    }
}
