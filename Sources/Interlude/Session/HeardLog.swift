import AdPlayback
import MediaTime
import Playout

/// Records of heard audio: the measurements of each break, the numbers of breaks in the event log, and
/// the programme that the loudness of spots depends on.
struct HeardLog: Hashable, Sendable {
    var breakNumbers: BreakNumbers
    private var latencies = LatencyLog()
    private var programme = HeardProgramme()

    init(_ configuration: SessionConfiguration) {
        breakNumbers = BreakNumbers(after: configuration.earlier?.lastNumbers.break ?? 0)
    }

    /// Forgets the programme: another source starts at output frame `frame`, and the loudness of
    /// the previous one does not count for it.
    mutating func forgetProgramme(at frame: FrameTime) {
        programme = HeardProgramme(from: frame)
    }

    /// Records the programme on `timeline` before output frame `frame`.
    mutating func note(_ timeline: OutputTimeline, before frame: FrameTime) {
        programme.note(timeline, before: frame)
    }

    /// The programme that the listener will have heard before output frame `frame`.
    func programme(on timeline: OutputTimeline, before frame: FrameTime) -> HeardProgramme {
        var programme = programme
        programme.note(timeline, before: frame)
        return programme
    }

    /// Records an event of a break. `lag` is how many frames the listener is behind live; `nil` for
    /// a file, and `begin` the output frame at which a marked break was to begin.
    mutating func note(
        _ event: AdEvent, lag: Int?, begin: FrameTime?, _ outbox: inout SessionOutbox
    ) {
        outbox.write(latencies.note(event, lag: lag, begin: begin))
    }

    /// Records that the stream is heard again at output frame `frame`. Returns the records of
    /// breaks that this completes.
    mutating func streamReturned(at frame: FrameTime, lag: Int?) -> [EventRecord] {
        latencies.streamReturned(at: frame, lag: lag)
    }

    /// Writes the records of the breaks that are still open: the session ends at output frame
    /// `frame`.
    mutating func finish(at frame: FrameTime, lag: Int?, _ outbox: inout SessionOutbox) {
        outbox.write(latencies.finish(at: frame, lag: lag))
    }
}
