/// One thing that was measured, with all its samples in ``FigureName/unit``.
struct Figure: Hashable, Sendable, Codable {
    var name: FigureName
    var samples: [Double]
    var summary: Summary

    /// `nil` where nothing was measured.
    init?(_ name: FigureName, _ samples: [Double]) {
        guard let summary = Summary(samples) else { return nil }
        self.name = name
        self.samples = samples
        self.summary = summary
    }
}
