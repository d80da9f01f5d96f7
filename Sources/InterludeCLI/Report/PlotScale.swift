import Glibc

/// Where numbers from zero on stand on an axis, and which of them are written there.
struct PlotScale: Hashable, Sendable {
    /// The number at the axis's end.
    let end: Double
    /// Between two numbers that are written.
    let step: Double
    /// Pixels that the axis is long.
    let length: Double

    /// An axis that just holds `greatest`, with about six numbers on it.
    init(holding greatest: Double, length: Double) {
        let wanted = max(greatest, 1e-6) / 6
        let magnitude = pow(10, log10(wanted).rounded(.down))
        let factor = [1, 2, 5, 10].first { $0 * magnitude >= wanted * 0.999 } ?? 10
        step = factor * magnitude
        end = max((greatest / step).rounded(.up), 1) * step
        self.length = length
    }

    /// Pixels from the axis's beginning.
    func position(of value: Double) -> Double { min(max(value / end, 0), 1) * length }

    /// The numbers that are written on it.
    var ticks: [Double] {
        (0...Int((end / step).rounded())).map { Double($0) * step }
    }
}
