import Synchronization

/// How far a listener's connection has got, seen from the task that watches it.
final class ListenerBacklog: Sendable {
    private let written: Atomic<Int>
    private let timeline: FrameTimeline

    init(from frame: Int, of timeline: FrameTimeline) {
        written = Atomic(frame)
        self.timeline = timeline
    }

    /// The connection has taken everything before `frame`.
    func wrote(upTo frame: Int) {
        written.store(frame, ordering: .relaxed)
    }

    /// Bytes that should have gone out by `elapsed` and have not.
    func byteCount(at elapsed: Duration) -> Int {
        let done = written.load(ordering: .relaxed)
        let due = max(done, timeline.framesBegun(by: elapsed))
        return timeline.bytes(before: due) - timeline.bytes(before: done)
    }
}
