import AdCues
import AdPlayback
import MediaTime

/// What the event log says of cues.
extension MarkedBreaks {
    /// Logs a cue, and what the book has made of it.
    func log(
        _ cue: Cue, _ news: BreakNews?, at heard: FrameTime, _ outbox: inout SessionOutbox
    ) {
        switch news {
        case .announced, .started, .ended, .cancelled:
            log("cue.seen", cue, at: heard, fields: cue.fields, &outbox)
        case .merged, .changed, .extended, .shortened, nil:
            log("cue.merged", cue, at: heard, &outbox)
        case .ignored(let reason), .dropped(_, let reason):
            log("cue.ignored", cue, at: heard, reason: reason.rawValue, &outbox)
        }
    }

    /// Logs the breaks that have begun without anything to play in them. One that the session ends
    /// before is not missed.
    mutating func logUnfilled(upTo moment: ListenerMoment, _ outbox: inout SessionOutbox) {
        for unfilled in assets.takeUnfilled(upTo: moment.place) {
            logDrop(
                of: unfilled.one, unfilled.hadSpots ? .nothingFits : .noSpots, unfilled.failure,
                at: moment.heard, &outbox)
        }
    }

    /// Logs a break that is left out, how long it was to be if that is known, and why ad servers have
    /// no ad for it.
    func logDrop(
        of one: StreamBreak, _ reason: AdEvent.NotUsedReason,
        _ failure: AdDecision.Failure? = nil, at heard: FrameTime,
        _ outbox: inout SessionOutbox
    ) {
        var record = EventRecord(
            "break.dropped", at: heard,
            [
                "spots": .integer(0), "reason": .string(reason.rawValue),
                "streamFrame": .integer(one.begin.frames),
            ])
        if one.duration != nil {
            let length = Duration.frames(one.end(by: book.rules) - one.begin)
            record.add("duration", .decimal(length.inSeconds))
        }
        if let failure {
            record.add("code", .integer(Int64(failure.code)))
            record.add("cause", .string(failure.words))
        }
        outbox.write([record])
    }

    func log(
        _ name: String, _ cue: Cue, at heard: FrameTime, reason: String? = nil,
        fields: [String: String] = [:], _ outbox: inout SessionOutbox
    ) {
        var record = EventRecord(
            name, at: heard,
            [
                "kind": .string(cue.kind.word), "source": .string(cue.source.rawValue),
                "streamFrame": .integer(cue.position.frames),
            ])
        if let id = cue.id { record.add("id", .string(id)) }
        if let duration = cue.kind.duration {
            record.add("duration", .decimal(duration.inSeconds))
        }
        if let reason { record.add("reason", .string(reason)) }
        if !fields.isEmpty { record.add("fields", Self.shown(fields)) }
        outbox.write([record])
    }

    /// The most fields of a marker that are logged, and the length limit of each in Unicode scalars.
    private static let mostFields = 32
    private static let fieldLimit = 256

    private static func shown(_ fields: [String: String]) -> JSONValue {
        .object(
            fields.sorted { $0.key < $1.key }.prefix(mostFields).map {
                JSONMember(
                    $0.key.shortened(to: fieldLimit), .string($0.value.shortened(to: fieldLimit)))
            })
    }
}

extension Cue.Kind {
    fileprivate var word: String {
        switch self {
        case .out: "out"
        case .continue: "continue"
        case .in: "in"
        case .cancel: "cancel"
        }
    }

    fileprivate var duration: Duration? {
        switch self {
        case .out(let duration), .continue(_, let duration): duration
        case .in, .cancel: nil
        }
    }
}
