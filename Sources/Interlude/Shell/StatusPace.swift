import MediaTime

/// Decides when a session shows its next status: as soon as anything has happened, and five times a
/// second while only time passes.
struct StatusPace {
    /// Frames of the session's time between two statuses while only time passes.
    private static let interval = FrameTime.rate / 5

    private var shownAt = FrameTime.zero
    private var hasNews = true

    /// Something other than time has changed what a status says.
    mutating func noteNews() { hasNews = true }

    /// Whether a status is shown at the session's time `now`. The next one then waits for its turn.
    mutating func isDue(at now: FrameTime) -> Bool {
        guard hasNews || now >= shownAt + Self.interval else { return false }
        shownAt = now
        hasNews = false
        return true
    }
}
