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
            log("cue.seen", cue, at: heard, &outbox)
        case .merged, .changed, .extended, .shortened, nil:
            log("cue.merged", cue, at: heard, &outbox)
        case .ignored(let reason), .dropped(_, let reason):
            log("cue.ignored", cue, at: heard, reason: reason.rawValue, &outbox)
        }
    }

    /// Logs a break that is left out, and how long it was to be if that is known.
    func logDrop(
        of one: StreamBreak, _ reason: AdEvent.NotUsedReason, at heard: FrameTime,
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
        outbox.write([record])
    }

    func log(
        _ name: String, _ cue: Cue, at heard: FrameTime, reason: String? = nil,
        _ outbox: inout SessionOutbox
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
        outbox.write([record])
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
