import SinkMonitor

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
