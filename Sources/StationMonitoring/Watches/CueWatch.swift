import Interlude
import MediaTime
import ReportPages

/// The markers of a stream, and the breaks that they announce. A value.
struct CueWatch: Hashable, Sendable {
    /// For how long a late break counts after it has begun.
    static let memory = Duration.seconds(60)
    /// A break that begins this soon after a stream was joined may be the advertisement that a station
    /// sends to each listener, which is no break of the programme. In frames.
    private static let opening = FrameTime.rate
    /// Further breaks that have not begun are not followed.
    private static let mostPending = 32

    private var newest: UTCTime?
    /// Where the stream was joined; `nil` while it does not play.
    private var joined: FrameTime?
    private var place = FrameTime.zero
    /// The marked breaks that have not begun, in order.
    private var pending: [Pending] = []
    private var late: Late?
    private var open: Open?

    private struct Pending: Hashable {
        var start: FrameTime
        /// `nil` if no marker has given its length.
        var end: FrameTime?
    }

    private struct Late: Hashable {
        var delay: Duration
        var time: UTCTime
    }

    /// A break whose end no marker has given.
    private struct Open: Hashable {
        var start: UTCTime
    }

    /// Takes the stream time that is heard.
    mutating func take(position: Duration) {
        place = FrameTime(position)
        joined = joined ?? place
        // One that is over will not begin.
        pending.removeAll { one in one.end.map { $0 <= place } ?? false }
    }

    /// Notes that the stream does not play: a break may end meanwhile, and its end is not seen.
    mutating func stop() {
        (joined, pending, open) = (nil, [], nil)
    }

    mutating func take(_ record: EventRecord, at now: UTCTime) {
        switch record.event {
        case "cue.seen", "cue.merged":
            newest = now
            takeCue(record, isNew: record.event == "cue.seen", at: now)
        case "break.started":
            // That of a schedule's pod has no marker.
            if record["pod"] == nil, let first = pending.first { begin(first.start, at: now) }
        case "break.dropped":
            guard let frame = record.frame(in: "streamFrame") else { break }
            begin(frame, at: now)
        default: break
        }
    }

    private mutating func takeCue(_ record: EventRecord, isNew: Bool, at now: UTCTime) {
        guard let start = record.frame(in: "streamFrame") else { return }
        let length = record.seconds(in: "duration")
        let hasLength = length != nil
        switch record["kind"] {
        case .string("out"):
            if hasLength { open = nil }
            guard isNew else { break }
            if !hasLength { open = Open(start: now + .frames(max(0, start - place))) }
            guard let joined, start >= joined + Self.opening, pending.count < Self.mostPending
            else { break }
            pending.append(Pending(start: start, end: length.map { start + $0.frameCount }))
            pending.sort { $0.start < $1.start }
        case .string("continue"):
            if hasLength { open = nil } else if isNew { open = Open(start: now) }
        case .string("in"):
            open = nil
            // It is known before the break begins where the stream is received ahead.
            for index in pending.indices where pending[index].start < start {
                pending[index].end = min(pending[index].end ?? start, start)
            }
        case .string("cancel"):
            open = nil
            pending.removeAll { $0.start >= start }
        default: break
        }
    }

    /// Notes that the break at `frame` has begun, with spots or without. Later markers may have moved
    /// it.
    private mutating func begin(_ frame: FrameTime, at now: UTCTime) {
        guard let first = pending.first else { return }
        pending.removeAll { $0.start <= max(frame, first.start) }
        late = Late(delay: .frames(max(0, place - frame)), time: now)
    }

    /// How long there was no marker in a stream that plays since `playingSince`.
    func absence(limit: Duration?, playingSince: UTCTime?, at now: UTCTime) -> AlarmFinding? {
        guard let limit, let playingSince else { return nil }
        let start = max(newest ?? playingSince, playingSince)
        guard now - start >= limit else { return nil }
        return AlarmFinding(
            .noCue, since: start, limit: limit, value: now - start,
            words: "no marker for \((now - start).inWords)")
    }

    func delay(limit: Duration?, at now: UTCTime) -> AlarmFinding? {
        guard let limit else { return nil }
        let overdue = pending.first.map { Duration.frames(max(0, place - $0.start)) } ?? .zero
        if overdue >= limit, overdue > .zero {
            return AlarmFinding(
                .breakLate, since: now - overdue, limit: limit, value: overdue,
                words: "a break is due for \(Figures.tenths(overdue)) s")
        }
        guard let late, late.delay >= limit, late.delay > .zero, now - late.time < Self.memory
        else { return nil }
        return AlarmFinding(
            .breakLate, since: late.time, limit: limit, value: late.delay,
            words: "a break began \(Figures.tenths(late.delay)) s late")
    }

    func missingEnd(limit: Duration?, at now: UTCTime) -> AlarmFinding? {
        guard let limit, let open, now - open.start >= limit else { return nil }
        let length = now - open.start
        return AlarmFinding(
            .breakWithoutEnd, since: open.start, limit: limit, value: length,
            words: "a break has no end for \(length.inWords)")
    }
}
