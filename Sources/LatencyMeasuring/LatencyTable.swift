import ReportPages
import SinkMonitor

extension LatencyResults {
    /// The lines of a table for a terminal.
    package var lines: [String] { LatencyTable.lines(of: self) }

    /// The lines of a table that compares these figures with `earlier` ones.
    package func lines(comparedWith earlier: LatencyResults) -> [String] {
        LatencyComparison.lines(of: self, against: earlier)
    }
}

/// Renders figures as lines of text.
enum LatencyTable {
    static func lines(of results: LatencyResults) -> [String] {
        let machine = results.machine
        let place =
            "\(machine.server), sink \(machine.sink), \(machine.cores) cores, \(machine.kernel)"
        return [place]
            + results.passes.flatMap { pass in
                ["", title(of: pass.manner), header] + pass.figures.map(line)
            }
    }

    static func title(of manner: MonitorManner) -> String {
        switch manner {
        case .pinned: "5 ms capture: the sink works in blocks of 5 ms"
        case .plain: "Plain capture: as for listeners"
        }
    }

    /// The short name of `manner` for people.
    static func name(of manner: MonitorManner) -> String {
        switch manner {
        case .pinned: "5 ms capture"
        case .plain: "plain capture"
        }
    }

    private static let header = row(
        "figure", ["unit", "n", "min", "median", "p95", "max"], "")

    private static func line(_ figure: Figure) -> String {
        let summary = figure.summary
        let values = [summary.min, summary.median, summary.p95, summary.max]
        return row(
            figure.name.rawValue,
            [figure.name.unit.rawValue, "\(summary.count)"]
                + values.map { number($0, figure.name.unit) }, figure.name.title)
    }

    /// With the digits that are significant.
    static func number(_ value: Double, _ unit: FigureUnit) -> String {
        switch unit {
        case .frames, .times: Figures.whole(value)
        case .milliseconds, .perSecond, .partsPerMillion: Figures.hundredths(value)
        }
    }

    /// The same with a typographic minus sign, for pages.
    static func pageNumber(_ value: Double, _ unit: FigureUnit) -> String {
        number(value, unit).replacing("-", with: "\u{2212}")
    }

    /// A row of the table: the name, numbers and description of a figure.
    static func row(_ name: String, _ cells: [String], _ title: String) -> String {
        let cells = cells.map { pad($0, to: 8, from: .left) }.joined(separator: " ")
        let row = "\(pad(name, to: 28, from: .right)) \(cells)"
        return title.isEmpty ? row : "\(row)  \(title)"
    }

    private enum Side { case left, right }

    private static func pad(_ text: String, to width: Int, from side: Side) -> String {
        let padding = String(repeating: " ", count: max(0, width - text.count))
        return switch side {
        case .left: padding + text
        case .right: text + padding
        }
    }
}

/// Compares figures with earlier ones.
enum LatencyComparison {
    /// The lines of a table: medians and 95th percentiles before and now, and their ratios.
    static func lines(of now: LatencyResults, against then: LatencyResults) -> [String] {
        now.passes.flatMap { pass -> [String] in
            guard let before = then.passes.first(where: { $0.manner == pass.manner }) else {
                return []
            }
            let rows = pass.figures.compactMap { figure in
                before[figure.name].map { row(figure, $0) }
            }
            let title =
                "Compared with \(then.machine.server), \(LatencyTable.name(of: pass.manner))"
            return ["", title, LatencyTable.row("figure", header, "")] + rows
        }
    }

    private static let header = [
        "unit", "then", "now", "ratio", "p95 then", "p95 now", "ratio",
    ]

    private static func row(_ now: Figure, _ then: Figure) -> String {
        let unit = now.name.unit
        let pairs = [
            (then.summary.median, now.summary.median), (then.summary.p95, now.summary.p95),
        ]
        let cells = pairs.flatMap { then, now in
            [
                LatencyTable.number(then, unit), LatencyTable.number(now, unit),
                ratio(of: now, to: then),
            ]
        }
        return LatencyTable.row(now.name.rawValue, [unit.rawValue] + cells, now.name.title)
    }

    /// `now` divided by `then`; a dash if `then` is 0.
    static func ratio(of now: Double, to then: Double) -> String {
        then == 0 ? "–" : "\(Figures.hundredths(now / then))x"
    }
}
