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

    private static let height = 206.0
    private static let top = 38.0
    private static let bottom = 176.0
    private static let barCount = 60

    private var scale: PlotScale {
        let greatest = series.map(\.figure.summary.max).max() ?? 0
        return PlotScale(holding: greatest, length: SVG.width)
    }

    var svg: String {
        SVG.picture(
            title, height: Self.height,
            axis + series.flatMap(bars)
                + [SVG.curves(height: Self.bottom, series.map(share))]
                + series.enumerated().flatMap { lines(of: $1, row: $0) }
                + series.enumerated().map { label(of: $1, row: $0) })
    }

    private var axis: [String] {
        let base = [
            SVG.line(
                "axis", from: .init(0, Self.bottom), to: .init(SVG.width, Self.bottom))
        ]
        let ticks = scale.ticks
        return base
            + ticks.enumerated().flatMap { index, tick -> [String] in
                let x = scale.position(of: tick)
                let place = index == 0 ? " start" : index == ticks.count - 1 ? " end" : ""
                // A phone has no room for all of them.
                let isFine = ticks.count > 5 && index > 0 && (ticks.count - 1 - index) % 2 != 0
                let words =
                    tick == scale.end ? "\(Self.plain(tick)) \(unit.rawValue)" : Self.plain(tick)
                return [
                    SVG.line("grid", from: .init(x, Self.top), to: .init(x, Self.bottom)),
                    SVG.text(
                        words, "tick\(place)\(isFine ? " fine" : "")",
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
                "bar \(series.style)", x: (Double(index) + 0.05) * width,
                y: Self.bottom - height, width: 0.9 * width, height: height)
        }
    }

    /// The cumulative share of the samples as a staircase.
    private func share(of series: Series) -> String {
        let sorted = series.figure.samples.sorted()
        let height = Self.bottom - Self.top
        var points = [SVG.Point(0, Self.bottom)]
        for (index, sample) in sorted.enumerated() {
            let x = scale.position(of: sample)
            points.append(.init(x, points[points.count - 1].y))
            points.append(
                .init(x, Self.bottom - height * Double(index + 1) / Double(sorted.count)))
        }
        points.append(.init(SVG.width, Self.top))
        return SVG.path("share \(series.style)", Self.thinned(points))
    }

    /// `points` without those within half a unit of the one before.
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

    /// The upper end of the lines of a series.
    private static func top(ofRow row: Int) -> Double { 6 + 15 * Double(row) }

    private func lines(of series: Series, row: Int) -> [String] {
        let summary = series.figure.summary
        return [("median", summary.median), ("p95", summary.p95)].map { name, value in
            let x = scale.position(of: value)
            return SVG.line(
                "\(name) \(series.style)", from: .init(x, Self.top(ofRow: row)),
                to: .init(x, Self.bottom))
        }
    }

    /// The median, on the side of its line where the 95th percentile is not, if there is room.
    private func label(of series: Series, row: Int) -> String {
        let median = series.figure.summary.median
        let x = scale.position(of: median)
        let isLeft = x > SVG.width / 3
        return SVG.text(
            "\(LatencyTable.pageNumber(median, unit)) \(unit.rawValue)",
            "mark \(series.style)\(isLeft ? " end" : "")",
            at: .init(x, Self.top(ofRow: row) + 6), offset: isLeft ? -4 : 4)
    }
}
