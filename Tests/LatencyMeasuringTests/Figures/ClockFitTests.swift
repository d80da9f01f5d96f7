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

    @Test("is not estimated from equal answers, nor from a single other one")
    func single() {
        var fit = ClockFit()
        let start = MonotonicTime(nanoseconds: 5_000_000_000)
        for second in 0..<10 { fit.take(origin: start, at: start.advanced(by: Double(second))) }
        #expect(fit.perMillion == nil)
        fit.take(origin: start.advanced(by: 0.001), at: start.advanced(by: 10))
        #expect(fit.perMillion == nil)
        fit.take(origin: start.advanced(by: 0.002), at: start.advanced(by: 20))
        #expect(fit.perMillion.map { abs($0 + 100) < 1 } == true)
    }

    @Test("is estimated from five seconds on", arguments: [(4.9, false), (5, true)])
    func shortest(seconds: Double, isKnown: Bool) {
        var fit = ClockFit()
        let start = MonotonicTime(nanoseconds: 0)
        for step in 0...10 {
            let time = seconds * Double(step) / 10
            fit.take(
                origin: start.advanced(by: time * 100e-6), at: start.advanced(by: time))
        }
        #expect((fit.perMillion != nil) == isKnown)
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
