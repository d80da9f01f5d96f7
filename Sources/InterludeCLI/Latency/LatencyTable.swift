import SinkMonitor

/// Figures as lines for a terminal.
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
        case .pinned: "Heard by a capture that asks for 5 ms, which the sink then works in"
        case .plain: "Heard by a capture that asks for nothing: what listeners get"
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

    /// As many digits as mean something.
    static func number(_ value: Double, _ unit: FigureUnit) -> String {
        switch unit {
        case .frames, .times: Figures.whole(value)
        case .milliseconds, .perSecond, .partsPerMillion: Figures.hundredths(value)
        }
    }

    /// A row of the table: a figure, its numbers, and what it is.
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
