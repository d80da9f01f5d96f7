import MediaTime

/// Decides when a device or server has so many underruns that it needs a longer queue.
struct DeviceUnderruns: Hashable {
    /// A second underrun within this many seconds is one too many.
    private static let window = 30.0

    private var last: MonotonicTime?

    /// Records an underrun at `time`. Returns whether it needs a longer queue from now on.
    mutating func note(at time: MonotonicTime) -> Bool {
        let isSecond = last.map { time.seconds(since: $0) <= Self.window } ?? false
        last = isSecond ? nil : time
        return isSecond
    }
}
