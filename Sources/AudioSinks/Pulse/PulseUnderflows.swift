import MediaTime

/// Decides when a server has run dry so often that it has to be given more at a time.
struct PulseUnderflows: Hashable {
    /// Seconds within which a second time is one too many.
    private static let window = 30.0

    private var last: MonotonicTime?

    /// Notes that the server ran dry at `time`. Returns whether it needs more from now on.
    mutating func note(at time: MonotonicTime) -> Bool {
        let isSecond = last.map { time.seconds(since: $0) <= Self.window } ?? false
        last = isSecond ? nil : time
        return isSecond
    }
}
