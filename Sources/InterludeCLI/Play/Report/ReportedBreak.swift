import MediaTime

/// The figures of a break, as the event log has them.
struct ReportedBreak: Hashable, Sendable {
    var id: Int
    var announced: FrameTime
    /// The numbers of its plays.
    var slots: [Int] = []
    /// What the stream does meanwhile: `muted`, `held` or `ducked`.
    var manner: String?
    /// Why it was called off; `nil` if it was not.
    var cancelled: String?
    /// In milliseconds; `nil` where nothing was heard of it.
    var latency: Latency?

    struct Latency: Hashable, Sendable {
        var cueToAd: Double
        var gaps: [Double]
        /// `nil` where the stream did not come back.
        var adToStream: Double?
        var lagBefore: Double
        var lagAfter: Double
    }
}
