import MediaTime

/// The end of playing out: when everything was heard, or at a deadline.
///
/// Replaces the server's own drain, which does not always complete.
struct PulseFinish {
    let end: FrameTime
    let deadline: MonotonicTime

    init(
        of end: FrameTime, by deadline: MonotonicTime, at now: MonotonicTime, latency: Duration
    ) {
        self.end = end
        let longest = now.advanced(by: 2 * latency.inSeconds + 0.25)
        self.deadline = longest.nanoseconds < deadline.nanoseconds ? longest : deadline
    }

    func isOver(heard: FrameTime, at now: MonotonicTime) -> Bool {
        heard >= end || now.nanoseconds >= deadline.nanoseconds
    }
}
