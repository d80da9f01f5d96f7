import SinkMonitor

/// All figures that were measured with one manner of listening.
struct LatencyPass: Hashable, Sendable, Codable {
    var manner: MonitorManner
    /// In the order of ``FigureName``.
    var figures: [Figure]

    init(manner: MonitorManner, figures: [Figure]) {
        self.manner = manner
        self.figures = figures
    }

    /// Gathers `samples` into figures.
    init(manner: MonitorManner, samples: [FigureName: [Double]]) {
        self.init(
            manner: manner,
            figures: FigureName.allCases.compactMap { Figure($0, samples[$0] ?? []) })
    }

    subscript(name: FigureName) -> Figure? { figures.first { $0.name == name } }
}
