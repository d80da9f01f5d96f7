import MediaTime

/// What became of a spot, as the event log has it.
struct ReportedSpot: Hashable, Sendable {
    /// The play's number, and the advertisement's.
    var slot: Int
    var spot: Int
    var breakID: Int

    var loading: FrameTime?
    var loaded: FrameTime?
    /// How loud it was made, in LUFS.
    var loudness: Double?
    /// What made it as loud as was wanted, in decibels.
    var gain: Double?
    var start: FrameTime?
    var firstAudible: FrameTime?
    var end: FrameTime?
    var outcome = Outcome.open

    enum Outcome: Hashable, Sendable {
        /// The session was over first.
        case open
        case completed
        case skipped(reason: String)
        case failed(code: Int, reason: String)
        case notUsed(reason: String)
    }

    /// The output frames in which it was heard; `nil` if it was not.
    func heard(until last: FrameTime) -> FrameRange? {
        start.map { FrameRange($0, end ?? last) }
    }

    /// The finish status in words.
    var words: String {
        switch outcome {
        case .open: start == nil ? "not heard" : "cut by the end of the session"
        case .completed: "completed"
        case .skipped("stopped"): "stopped with the session"
        case .skipped: "skipped"
        case .failed(let code, let reason): "failed (\(code)): \(reason)"
        case .notUsed(let reason): "not used (\(reason))"
        }
    }
}
