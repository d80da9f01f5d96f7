import ReportPages
import Testing

@Suite("A summary of samples")
struct SummaryTests {
    @Test("gives the minimum, the median, the 95th percentile and the maximum")
    func many() throws {
        let summary = try #require(Summary((1...100).map(Double.init).shuffled()))
        #expect(summary == Summary(count: 100, min: 1, median: 50, p95: 95, max: 100))
    }

    @Test("keeps five digits")
    func digits() throws {
        let summary = try #require(Summary([1.2345, 123.45]))
        #expect(abs(summary.min - 1.2345) < 0.001)
        #expect(abs(summary.max - 123.45) < 0.002)
    }

    @Test("of one sample is that sample, negative or not")
    func one() throws {
        let summary = try #require(Summary([-12.5]))
        #expect(summary == Summary(count: 1, min: -12.5, median: -12.5, p95: -12.5, max: -12.5))
    }

    @Test("of nothing is nothing")
    func none() {
        #expect(Summary([]) == nil)
    }
}
