import MediaTime
import ReportPages

/// How loud the spots of a session were, and the programme before each.
struct HeardLoudness {
    /// The output frames of the programme, in order.
    private let programme: [FrameRange]
    private let levels: LevelHistory

    /// How much of the programme before a spot counts: three minutes.
    private static let longest = 180 * FrameTime.rate
    /// How much is enough: ten seconds.
    private static let shortest = 10 * FrameTime.rate

    init(of summary: SessionSummary, played: Duration, levels: LevelHistory) {
        var ranges: [FrameRange] = []
        var start = FrameTime.zero
        let spots = summary.spots.compactMap(\.heard).sorted { $0.start < $1.start }
        for spot in spots {
            if spot.start > start { ranges.append(FrameRange(start, spot.start)) }
            start = max(start, spot.end)
        }
        let end = FrameTime(played)
        if end > start { ranges.append(FrameRange(start, end)) }
        programme = ranges
        self.levels = levels
    }

    /// How far `spot` is from `target`, as `3.2 LU too loud (-14.8 LUFS)`; `nil` within `tolerance`.
    func deviation(
        of spot: SummarySpot, from target: SessionExpectation.SpotLevel.Target,
        _ tolerance: Double
    ) -> String? {
        guard let range = spot.heard, let level = levels.loudness(in: [range]) else {
            return "too short or too quiet to measure"
        }
        switch target {
        case .fixed(let goal):
            return Self.words(level, from: goal, tolerance).map { "\($0) (\(Self.text(level)))" }
        case .programme:
            guard let goal = programmeLoudness(before: range.start) else {
                return "\(Self.text(level)), and the programme could not be measured"
            }
            return Self.words(level, from: goal, tolerance).map {
                "\($0) (\(Self.text(level)), the programme \(Self.text(goal)))"
            }
        }
    }

    private static func words(_ level: Double, from goal: Double, _ tolerance: Double) -> String? {
        let difference = level - goal
        // Loudness has two decimals; their difference may be a little off.
        guard difference.magnitude > tolerance + 0.001 else { return nil }
        let words = difference > 0 ? "too loud" : "too quiet"
        return "\(Figures.tenths(difference.magnitude)) LU \(words)"
    }

    private static func text(_ level: Double) -> String { "\(Figures.tenths(level)) LUFS" }

    /// The loudness of the last three minutes of programme before `frame`, as the player matches
    /// spots to it; of all the programme if less than ten seconds were before. In LUFS; `nil` if
    /// there is nothing to measure.
    private func programmeLoudness(before frame: FrameTime) -> Double? {
        var ranges: [FrameRange] = []
        var count = 0
        for range in programme.reversed() where range.start < frame && count < Self.longest {
            let end = min(range.end, frame)
            let start = max(range.start, end - (Self.longest - count))
            ranges.append(FrameRange(start, end))
            count += end - start
        }
        let before = count < Self.shortest ? nil : levels.loudness(in: ranges)
        return before ?? levels.loudness(in: programme)
    }
}
