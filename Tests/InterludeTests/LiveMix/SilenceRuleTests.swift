import MediaTime
import Testing

@testable import Interlude

@Suite("Silence in place of missing audio")
struct SilenceRuleTests {
    private static let start = MonotonicTime(nanoseconds: 0)

    /// The number of blocks added up to each of `times`, in seconds.
    private static func counts(_ rule: inout SilenceRule, at times: [Double]) -> [Int] {
        times.map { time in
            var count = 0
            while rule.nextDue <= start.advanced(by: time) {
                rule.silenceWasAdded()
                count += 1
            }
            return count
        }
    }

    @Test("comes after half a second, fills the gap, and keeps pace from then on")
    func pace() {
        var rule = SilenceRule(blockLength: 0.1, from: Self.start)
        #expect(
            Self.counts(&rule, at: [0.1, 0.45, 0.501, 0.55, 0.601, 0.701]) == [0, 0, 5, 0, 1, 1])
        #expect(Self.counts(&rule, at: [10.001]) == [93])
    }

    @Test("does not come while audio does")
    func sound() {
        var rule = SilenceRule(blockLength: 0.1, from: Self.start)
        for tenths in 1...50 {
            rule.soundCame(at: Self.start.advanced(by: Double(tenths) * 0.4))
            #expect(Self.counts(&rule, at: [Double(tenths) * 0.4 + 0.39]) == [0])
        }
        #expect(Self.counts(&rule, at: [20.501]) == [5])
        rule.soundCame(at: Self.start.advanced(by: 20.6))
        #expect(Self.counts(&rule, at: [21.05, 21.101]) == [0, 5])
    }
}
