import MediaTime

/// What a session does while its output is lost or held, when output time stands still.
public struct OutputOutageRule: Hashable, Sendable, Codable {
    /// How long the session waits for an output that was never there; `nil` for no limit. After
    /// that it fails with ``SessionFailure/Kind/noOutput``.
    public var startLimit: Duration? = .seconds(10)

    public init() {}
}

/// How long output time has stood still, in session time.
struct OutputOutage: Hashable, Sendable {
    /// Why the output was lost last.
    var reason = ""
    /// Whether the output was ever there.
    var hadOutput = false
    /// When output time stopped; `nil` while it runs, and until the session's time is known.
    private var start: FrameTime?
    /// The latest known session time of the present outage.
    private var now = FrameTime.zero
    /// The length of earlier outages in frames.
    private var earlierCount = 0

    /// The length of all outages in frames.
    var frameCount: Int { earlierCount + presentCount }

    /// The length of the present outage in frames.
    var presentCount: Int { start.map { min(max(0, now - $0), Self.longest) } ?? 0 }

    /// The longest outage that is counted, in frames: a year. A recording may name any time.
    private static let longest = 366 * 86_400 * FrameTime.rate

    /// Updates the session's time in an outage. An output that was never there is missing since the
    /// session began.
    mutating func advance(to time: FrameTime, heard: FrameTime) {
        if heard > .zero { hadOutput = true }
        start = start ?? (hadOutput ? time : .zero)
        now = max(time, now)
    }

    /// Ends the present outage.
    mutating func end() {
        earlierCount = min(frameCount, Self.longest)
        hadOutput = true
        start = nil
    }

    /// When the session's time is needed next to notice that the outages have lasted for one of
    /// `limits`, in frames: every second at least, for the status, and at once if it is unknown.
    func nextWake(for limits: [Int]) -> FrameTime {
        guard let start else { return .zero }
        let due = limits.map { start + max(0, $0 - earlierCount) }.filter { $0 > now }
        return ([now + FrameTime.rate] + due).min() ?? now
    }
}
