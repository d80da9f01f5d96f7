import Advertising
import MediaTime

/// Parses the schedule of a test's document.
func schedule(_ document: String) throws -> AdSchedule {
    try AdSchedule(parsing: document.utf8, address: "schedule")
}

extension FrameRange {
    /// The range between two times in seconds.
    init(seconds start: Double, _ end: Double) {
        self.init(
            FrameTime(Int64(saturating: (start * 48_000).rounded())),
            FrameTime(Int64(saturating: (end * 48_000).rounded()))
        )
    }
}
