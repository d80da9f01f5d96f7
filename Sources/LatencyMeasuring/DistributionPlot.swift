import MediaTime
import ReportPages

/// The distribution of samples: a histogram, the cumulative share as a line, and marks at the median
/// and the 95th percentile.
struct DistributionPlot {
    /// The samples of one figure with their style.
    struct Series {
        var style: String
        var figure: Figure
    }

    var title: String
    var unit: FigureUnit
    var series: [Series]

    private static let width = 640.0
    private static let height = 206.0
    private static let top = 38.0
    private static let bottom = 176.0
    private static let left = 10.0
    private static let barCount = 60

    private var scale: PlotScale {
        let greatest = series.map(\.figure.summary.max).max() ?? 0
        return PlotScale(holding: greatest, length: Self.width - 2 * Self.left)
    }

    var svg: String {
        SVG.picture(
            title, width: Self.width, height: Self.height,
            axis + series.flatMap { bars(of: $0) + [share(of: $0)] }
                + series.enumerated().flatMap { marks(of: $1, row: $0) })
    }

    private var axis: [String] {
        let base = [
            SVG.line(
                "axis", from: .init(Self.left, Self.bottom),
                to: .init(Self.width - Self.left, Self.bottom))
        ]
        return base
            + scale.ticks.flatMap { tick -> [String] in
                let x = Self.left + scale.position(of: tick)
                let isLast = tick == scale.ticks.last
                let words =
                    tick == scale.end ? "\(Self.plain(tick)) \(unit.rawValue)" : Self.plain(tick)
                return [
                    SVG.line("grid", from: .init(x, Self.top), to: .init(x, Self.bottom)),
                    SVG.text(
                        words, isLast ? "tick end" : tick == 0 ? "tick start" : "tick",
                        at: .init(x, Self.bottom + 18)),
                ]
            }
    }

    private static func plain(_ value: Double) -> String {
        value == value.rounded() ? Figures.whole(value) : Figures.hundredths(value)
    }

    private func bars(of series: Series) -> [String] {
        var counts = [Int](repeating: 0, count: Self.barCount)
        let width = scale.length / Double(Self.barCount)
        for sample in series.figure.samples {
            let place = Int(saturating: scale.position(of: sample) / width)
            counts[min(place, Self.barCount - 1)] += 1
        }
        guard let most = counts.max(), most > 0 else { return [] }
        return counts.enumerated().filter { $1 > 0 }.map { index, count in
            let height = Double(count) / Double(most) * (Self.bottom - Self.top) * 0.9
            return SVG.rectangle(
                "bar \(series.style)", x: Self.left + Double(index) * width + 0.5,
                y: Self.bottom - height, width: width - 1, height: height)
        }
    }

    /// The cumulative share of the samples as a staircase.
    private func share(of series: Series) -> String {
        let sorted = series.figure.samples.sorted()
        let height = Self.bottom - Self.top
        var points = [SVG.Point(Self.left, Self.bottom)]
        for (index, sample) in sorted.enumerated() {
            let x = Self.left + scale.position(of: sample)
            points.append(.init(x, points[points.count - 1].y))
            points.append(
                .init(x, Self.bottom - height * Double(index + 1) / Double(sorted.count)))
        }
        points.append(.init(Self.width - Self.left, Self.top))
        return SVG.path("share \(series.style)", Self.thinned(points))
    }

    /// `points` without those within half a pixel of the one before.
    private static func thinned(_ points: [SVG.Point]) -> [SVG.Point] {
        var kept: [SVG.Point] = []
        for point in points {
            if let last = kept.last, abs(last.x - point.x) < 0.5, abs(last.y - point.y) < 0.5 {
                continue
            }
            kept.append(point)
        }
        return kept
    }

    private func marks(of series: Series, row: Int) -> [String] {
        let summary = series.figure.summary
        return [("", summary.median), ("p95 ", summary.p95)].flatMap { name, value -> [String] in
            let x = Self.left + scale.position(of: value)
            let isNearEnd = x > Self.width - 90
            let y = 6 + 15 * Double(row)
            guard name.isEmpty else {
                return [
                    SVG.line("p95 \(series.style)", from: .init(x, y), to: .init(x, Self.bottom))
                ]
            }
            return [
                SVG.line("median \(series.style)", from: .init(x, y), to: .init(x, Self.bottom)),
                SVG.text(
                    "\(LatencyTable.number(value, unit)) \(unit.rawValue)",
                    "mark \(series.style)\(isNearEnd ? " end" : "")",
                    at: .init(x + (isNearEnd ? -4 : 4), y + 6)),
            ]
        }
    }
}
