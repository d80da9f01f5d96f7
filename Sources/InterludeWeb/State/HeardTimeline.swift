import Interlude

/// What was heard since the player began, as programme and breaks, made of the event log.
struct HeardTimeline: Hashable, Sendable {
    /// The oldest first.
    private(set) var stretches: [Stretch] = []

    /// How many stretches are kept.
    static let longest = 100

    mutating func take(_ record: EventRecord) {
        switch record.event {
        case "session.playing": if stretches.isEmpty { begin(.programme, at: record.t) }
        case "break.started": begin(.adBreak(id: record.text("break"), []), at: record.t)
        case "break.ended", "break.cancelled":
            if isInBreak { begin(.programme, at: record.t) }
        case "slot.started":
            let spot = HeardSpot(id: record.text("spot"), from: record.t)
            changeSpots { $0.append(spot) }
        case "slot.completed": end(record, .completed)
        case "slot.skipped": end(record, .skipped)
        case "slot.failed": end(record, .failed)
        case "session.stopped": endLast(at: record.t)
        default: break  // The others are about nothing that has a length.
        }
    }

    /// What the spot that was begun last is called.
    mutating func name(_ title: String) {
        changeSpots { spots in
            if let last = spots.indices.last { spots[last].title = title }
        }
    }

    var json: JSONValue { .array(stretches.map(\.json)) }

    private var isInBreak: Bool {
        if case .adBreak = stretches.last?.kind { true } else { false }
    }

    private mutating func begin(_ kind: Stretch.Kind, at time: Double) {
        endLast(at: time)
        stretches.append(Stretch(kind: kind, from: time))
        if stretches.count > Self.longest { stretches.removeFirst() }
    }

    private mutating func endLast(at time: Double) {
        guard let last = stretches.indices.last, stretches[last].to == nil else { return }
        if stretches[last].from < time {
            stretches[last].to = time
        } else {
            stretches.removeLast()
        }
    }

    private mutating func end(_ record: EventRecord, _ outcome: HeardSpot.Outcome) {
        let id = record.text("spot")
        changeSpots { spots in
            // One that was never heard has no place here.
            guard let last = spots.lastIndex(where: { $0.id == id && $0.to == nil }) else { return }
            spots[last].to = record.t
            spots[last].outcome = outcome
        }
    }

    private mutating func changeSpots(_ change: (inout [HeardSpot]) -> Void) {
        guard let last = stretches.indices.last,
            case .adBreak(let id, var spots) = stretches[last].kind
        else { return }
        change(&spots)
        stretches[last].kind = .adBreak(id: id, spots)
    }
}

extension EventRecord {
    /// The value of a field as a text; empty without it.
    func text(_ key: String) -> String {
        switch fields.first(where: { $0.key == key })?.value {
        case .string(let text): text
        case let value?: value.description
        case nil: ""
        }
    }
}
