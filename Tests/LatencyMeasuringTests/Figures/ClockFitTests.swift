import MediaTime
import Testing

@testable import LatencyMeasuring

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
