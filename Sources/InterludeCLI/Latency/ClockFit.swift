import MediaTime

/// How a sink's clock runs against this machine's: the straight line that fits all that was seen
/// of it best.
struct ClockFit {
    private var firstTime: MonotonicTime?
    private var lastOrigin: MonotonicTime?
    private var firstOrigin = MonotonicTime(nanoseconds: 0)
    private var count = 0.0
    private var longest = 0.0
    private var sumX = 0.0
    private var sumY = 0.0
    private var sumXX = 0.0
    private var sumXY = 0.0

    /// Seconds below which nothing can be told.
    private static let shortest = 5.0

    /// Takes in that at `time` frame 0 of the sink was reckoned to have been heard at `origin`.
    mutating func take(origin: MonotonicTime, at time: MonotonicTime) {
        // Until the sink is asked again, it is reckoned from the same answer.
        guard origin != lastOrigin else { return }
        lastOrigin = origin
        guard let firstTime else {
            firstTime = time
            firstOrigin = origin
            return
        }
        let (x, y) = (time.seconds(since: firstTime), origin.seconds(since: firstOrigin))
        longest = x
        count += 1
        sumX += x
        sumY += y
        sumXX += x * x
        sumXY += x * y
    }

    /// By how many millionths the sink is faster; `nil` where too little was seen to tell.
    var perMillion: Double? {
        let spread = count * sumXX - sumX * sumX
        guard longest >= Self.shortest, spread > 0 else { return nil }
        // Frame 0 moves back as far as the sink runs ahead.
        return -(count * sumXY - sumX * sumY) / spread * 1e6
    }
}
