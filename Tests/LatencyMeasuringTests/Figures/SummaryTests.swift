import AudioSinks
import MediaTime
import ReportPages
import Testing

@testable import LatencyMeasuring

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

@Suite("A sink's clock")
struct ClockFitTests {
    @Test(
        "is faster by the rate at which its frame 0 moves back",
        arguments: [-300, 0, 100, 300] as [Double])
    func slope(perMillion: Double) throws {
        var fit = ClockFit()
        for step in 0..<200 {
            let seconds = Double(step) * 0.1
            // Answers are late by up to 0.2 ms.
            let late = Double(step * 7919 % 100) * 2e-6
            let start = MonotonicTime(nanoseconds: 5_000_000_000)
            fit.take(
                origin: start.advanced(by: late - seconds * perMillion * 1e-6),
                at: start.advanced(by: seconds))
        }
        let found = try #require(fit.perMillion)
        #expect(abs(found - perMillion) < 5)
    }

    @Test("is not estimated from a single moment")
    func short() {
        var fit = ClockFit()
        for step in 0..<10 {
            let time = MonotonicTime(nanoseconds: Int64(step) * 100_000_000)
            fit.take(origin: MonotonicTime(nanoseconds: Int64(step)), at: time)
        }
        #expect(fit.perMillion == nil)
    }
}
