import MediaTime

/// Counts the last frames of an output as heard if the output never does, as one whose count
/// includes a fixed latency.
struct UnplayedRest {
    /// For how long the count must not have fallen, in seconds.
    static let limit = 1.0

    /// The least count since everything was handed over, and when it was read first.
    private var least: (count: Int, since: MonotonicTime)?

    /// How many frames are still unheard, of an output that says `count` at `now`.
    ///
    /// `isComplete` is whether it has every frame up to the end.
    mutating func unheard(_ count: Int, isComplete: Bool, at now: MonotonicTime) -> Int {
        guard isComplete else {
            least = nil
            return count
        }
        guard let least, count >= least.count else {
            least = (count, now)
            return count
        }
        return now.seconds(since: least.since) < Self.limit ? count : 0
    }
}
