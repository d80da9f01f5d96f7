import Interlude

/// The programme and the breaks that were heard since the player began, from the event log.
struct HeardTimeline: Hashable, Sendable {
    /// Oldest first.
    private(set) var segments: [TimelineSegment] = []

    static let maximumCount = 100

    mutating func take(_ record: EventRecord) {
        switch record.event {
        case "session.playing": if segments.isEmpty { begin(.programme, at: record.t) }
        case "break.started": begin(.adBreak(id: record.text("break"), []), at: record.t)
        case "break.ended", "break.cancelled":
            if isInBreak { begin(.programme, at: record.t) }
        case "slot.started":
            let spot = HeardSpot(id: record.text("spot"), from: record.t)
            // Pushes may extend a break without end.
            changeSpots { $0 = $0.suffix(Self.maximumCount - 1) + [spot] }
        case "slot.completed": end(record, .completed)
        case "slot.skipped": end(record, .skipped)
        case "slot.failed": end(record, .failed)
        case "session.stopped", "session.failed": endLast(at: record.t)
        default: break  // The other events have no length.
        }
    }

    /// Sets the title of the last spot.
    mutating func name(_ title: String) {
        changeSpots { spots in
            if let last = spots.indices.last { spots[last].title = title }
        }
    }

    var json: JSONValue { .array(segments.map(\.json)) }

    private var isInBreak: Bool {
        if case .adBreak = segments.last?.kind { true } else { false }
    }

    private mutating func begin(_ kind: TimelineSegment.Kind, at time: Double) {
        endLast(at: time)
        segments.append(TimelineSegment(kind: kind, from: time))
        if segments.count > Self.maximumCount { segments.removeFirst() }
    }

    private mutating func endLast(at time: Double) {
        guard let last = segments.indices.last, segments[last].to == nil else { return }
        if segments[last].from < time {
            segments[last].to = time
        } else {
            segments.removeLast()
        }
    }

    private mutating func end(_ record: EventRecord, _ outcome: HeardSpot.Outcome) {
        let id = record.text("spot")
        changeSpots { spots in
            // A spot that was never heard is not in the timeline.
            guard let last = spots.lastIndex(where: { $0.id == id && $0.to == nil }) else { return }
            spots[last].to = record.t
            spots[last].outcome = outcome
        }
    }

    private mutating func changeSpots(_ change: (inout [HeardSpot]) -> Void) {
        guard let last = segments.indices.last,
            case .adBreak(let id, var spots) = segments[last].kind
        else { return }
        change(&spots)
        segments[last].kind = .adBreak(id: id, spots)
    }
}

extension EventRecord {
    /// The value of a field as text; empty if it is missing.
    func text(_ key: String) -> String {
        switch fields.first(where: { $0.key == key })?.value {
        case .string(let text): text
        case let value?: value.description
        case nil: ""
        }
    }
}

/// A part of the timeline: programme, or a break.
struct TimelineSegment: Hashable, Sendable {
    var kind: Kind
    /// Output time in seconds.
    let from: Double
    /// `nil` until its end.
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

/// A spot on the page's timeline.
struct HeardSpot: Hashable, Sendable {
    let id: String
    var title = ""
    /// Output time in seconds.
    let from: Double
    /// `nil` until its end.
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
