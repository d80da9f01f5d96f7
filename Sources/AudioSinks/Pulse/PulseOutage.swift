import MediaTime

/// When to try again while there is no server: after 100 ms, then twice as long each time, up to
/// a second.
struct PulseOutage {
    private static let firstDelay = 0.1
    private static let longestDelay = 1.0

    private var delay: Double?
    /// When to try.
    private(set) var retry = MonotonicTime(nanoseconds: 0)

    /// Notes that an attempt failed at `now`. Returns whether that is the outage's beginning.
    mutating func begin(at now: MonotonicTime) -> Bool {
        let isFirst = delay == nil
        let next = min(delay.map { $0 * 2 } ?? Self.firstDelay, Self.longestDelay)
        delay = next
        retry = now.advanced(by: next)
        return isFirst
    }

    /// Notes that the server is there. Returns whether an outage ended with that.
    mutating func end() -> Bool {
        let wasOut = delay != nil
        delay = nil
        return wasOut
    }
}
