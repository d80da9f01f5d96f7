import AdPlayback
import MediaTime
import Playout

/// What follows from what was heard: how long each break took, and the programme that the loudness
/// of spots depends on.
struct HeardLog: Hashable, Sendable {
    private var latencies = LatencyLog()
    private var programme = HeardProgramme()

    /// Another source begins at output frame `frame`; the loudness of this one does not count for it.
    mutating func forgetProgramme(at frame: FrameTime) {
        programme = HeardProgramme(from: frame)
    }

    /// Takes note of the programme on `timeline` that will have been heard before output frame
    /// `frame`.
    mutating func note(_ timeline: OutputTimeline, before frame: FrameTime) {
        programme.note(timeline, before: frame)
    }

    /// What of the programme will have been heard once everything before output frame `frame` was.
    func programme(on timeline: OutputTimeline, before frame: FrameTime) -> HeardProgramme {
        var programme = programme
        programme.note(timeline, before: frame)
        return programme
    }

    /// Takes note of what happened in a break; `lag` is how many frames the listener is behind live.
    mutating func note(_ event: AdEvent, lag: Int?, _ outbox: inout SessionOutbox) {
        outbox.write(latencies.note(event, lag: lag))
    }

    /// The stream is heard again at output frame `frame`. Returns what there is to say of a break.
    mutating func streamReturned(at frame: FrameTime, lag: Int?) -> [EventRecord] {
        latencies.streamReturned(at: frame, lag: lag)
    }

    /// The session is over at output frame `frame`.
    mutating func finish(at frame: FrameTime, lag: Int?, _ outbox: inout SessionOutbox) {
        outbox.write(latencies.finish(at: frame, lag: lag))
    }
}
