import Glibc
import Interlude
import MediaTime
import ReportPages

/// How much louder or quieter a stream has become. A value.
///
/// Compares the last ``recentCount`` seconds that were not silent with those before them, so a pause
/// between two pieces is no jump.
struct LoudnessWatch: Hashable, Sendable {
    private static let recentCount = 20
    private static let earlierCount = 180
    /// How many seconds before the recent ones there have to be.
    private static let leastEarlierCount = 60

    /// The mean power of each second that was not silent, relative to 0 LUFS.
    private var powers: [Double] = []
    private var present = Second()

    private struct Second: Hashable {
        var power = 0.0
        var frameCount = 0
    }

    /// Takes the next level of a stream that plays. Audio quieter than `limit`, in LUFS, is silent.
    mutating func take(_ level: HeardLevel, silentBelow limit: Double) {
        guard level.loudness.isFinite, level.loudness >= limit else { return }
        present.power += pow(10, level.loudness / 10) * Double(level.range.count)
        present.frameCount += level.range.count
        guard present.frameCount >= FrameTime.rate else { return }
        powers.append(present.power / Double(present.frameCount))
        present = Second()
        let surplus = powers.count - Self.recentCount - Self.earlierCount
        if surplus > 0 { powers.removeFirst(surplus) }
    }

    /// By how many LU the stream is louder than before, less than zero if it is quieter; `nil` while
    /// too little was heard.
    private var jump: Double? {
        let earlier = powers.dropLast(Self.recentCount)
        guard earlier.count >= Self.leastEarlierCount else { return nil }
        return 10 * log10(Self.mean(powers.suffix(Self.recentCount)) / Self.mean(earlier))
    }

    private static func mean(_ powers: ArraySlice<Double>) -> Double {
        powers.reduce(0, +) / Double(powers.count)
    }

    func finding(limit: Double?, at now: UTCTime) -> AlarmFinding? {
        guard let limit, let jump, jump.magnitude >= limit else { return nil }
        let direction = jump > 0 ? "louder" : "quieter"
        return AlarmFinding(
            .loudnessJump, since: now - .seconds(Self.recentCount), limit: limit,
            value: jump.magnitude,
            words: "\(Figures.tenths(jump.magnitude)) LU \(direction) than before")
    }
}
