import MediaTime

/// How many beacons were to be sent to ad servers, and how many of them have arrived and were given up.
/// The others wait for the next session.
struct BeaconCounts: Hashable, Sendable {
    var queued = 0
    var confirmed = 0
    /// How many tries have failed while the beacon was still to be sent, also the last one of a beacon
    /// that was then given up.
    var retried = 0
    var undelivered = 0
}

/// How often ad servers were asked for the ads of a break, and what they answered. A request that was
/// called off has no answer.
struct DecisionCounts: Hashable, Sendable {
    var requested = 0
    var received = 0
    var noAd = 0
    var failed = 0
}

/// How long spots took to load, in output time.
struct LoadTimes: Hashable, Sendable {
    /// The spots whose loading has begun.
    private(set) var begunCount = 0
    /// In frames; `nil` if no spot was loaded.
    private(set) var longest: Int?

    /// The frames of the first ``SessionSummary/limit`` spots.
    private var lengths: [Int] = []
    /// The frames at which the loads that have not ended began, by slot.
    private var open: [Int: FrameTime] = [:]

    /// The middle one of those that are kept, in frames; of an even number the mean of the two in the
    /// middle. `nil` if no spot was loaded.
    var median: Double? {
        guard !lengths.isEmpty else { return nil }
        let sorted = lengths.sorted()
        let upper = sorted.count / 2
        let lower = (sorted.count - 1) / 2
        return (Double(sorted[lower]) + Double(sorted[upper])) / 2
    }

    mutating func begin(_ slot: Int?, at frame: FrameTime) {
        begunCount += 1
        // A log with more open loads than a session has is foreign.
        if let slot, open.count < SessionSummary.limit { open[slot] = frame }
    }

    /// Notes that a spot is loaded.
    mutating func end(_ slot: Int?, at frame: FrameTime) {
        guard let slot, let start = open.removeValue(forKey: slot) else { return }
        let length = max(0, frame - start)
        longest = max(longest ?? 0, length)
        if lengths.count < SessionSummary.limit { lengths.append(length) }
    }

    /// Notes that a spot has ended, loaded or not.
    mutating func forget(_ slot: Int?) {
        if let slot { open[slot] = nil }
    }
}
