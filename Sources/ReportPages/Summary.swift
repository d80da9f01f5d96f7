import Histogram
import MediaTime

/// The summary of a set of samples.
package struct Summary: Hashable, Sendable, Codable {
    package var count: Int
    package var min: Double
    package var median: Double
    package var p95: Double
    package var max: Double

    /// Samples are rounded to thousandths, and to five significant digits.
    private static let scale = 1000.0

    /// Summarises `samples`; `nil` if there are none.
    ///
    /// A single sample may be negative; of several samples, negative ones count as zero.
    package init?(_ samples: [Double]) {
        guard let first = samples.first else { return nil }
        guard samples.count > 1 else {
            self.init(count: 1, min: first, median: first, p95: first, max: first)
            return
        }
        var histogram = Histogram<UInt32>(numberOfSignificantValueDigits: .five)
        histogram.autoResize = true
        for sample in samples {
            histogram.record(UInt64(Swift.max(0, Int(saturating: (sample * Self.scale).rounded()))))
        }
        self.init(
            count: samples.count,
            min: Double(histogram.min) / Self.scale,
            median: Double(histogram.valueAtPercentile(50)) / Self.scale,
            p95: Double(histogram.valueAtPercentile(95)) / Self.scale,
            max: Double(histogram.max) / Self.scale)
    }

    package init(count: Int, min: Double, median: Double, p95: Double, max: Double) {
        self.count = count
        self.min = min
        self.median = median
        self.p95 = p95
        self.max = max
    }
}
