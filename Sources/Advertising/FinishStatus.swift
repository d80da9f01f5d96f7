/// How the playing of a spot ended, in the words of the finish report.
public enum FinishStatus: String, Hashable, Sendable, Codable {
    /// Heard to its last frame.
    case finished = "FINISHED"

    /// Failed, skipped or stopped.
    case aborted = "ABORTED"
}
