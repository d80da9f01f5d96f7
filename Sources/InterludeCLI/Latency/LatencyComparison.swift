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
