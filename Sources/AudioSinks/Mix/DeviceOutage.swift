import MediaTime

/// When to try again while there is no device or server: after 100 ms, then twice as long each
/// time, up to a second.
struct DeviceOutage {
    private static let firstDelay = 0.1
    private static let longestDelay = 1.0

    private var delay: Double?
    /// When to try next.
    private(set) var retry = MonotonicTime(nanoseconds: 0)

    /// Records a failure at `now`. Returns whether the outage begins with it.
    mutating func begin(at now: MonotonicTime) -> Bool {
        let isFirst = delay == nil
        let next = min(delay.map { $0 * 2 } ?? Self.firstDelay, Self.longestDelay)
        delay = next
        retry = now.advanced(by: next)
        return isFirst
    }

    /// Records that it is available. Returns whether that ends an outage.
    mutating func end() -> Bool {
        let wasOut = delay != nil
        delay = nil
        return wasOut
    }
}
