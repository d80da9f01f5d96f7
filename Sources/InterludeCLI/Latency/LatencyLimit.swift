import AudioSinks

/// What `--limit NAME=MS` allows a figure at most, in the figure's own unit.
struct LatencyLimit: Hashable, Sendable {
    /// Which number of a figure is limited.
    enum Measure: String, Hashable, Sendable, CaseIterable {
        case min, median, p95, max
    }

    let name: FigureName
    let measure: Measure
    let value: Double

    /// Reads `NAME=MS`, or `NAME.p95=MS` where another number than the median is meant.
    init(parsing text: String) throws(UnusableArgument) {
        let sides = text.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
        guard sides.count == 2, let value = Double(sides[1]), value >= 0 else {
            throw UnusableArgument("write a limit as push=12 or push.p95=15")
        }
        let parts = sides[0].split(separator: ".", omittingEmptySubsequences: false)
            .map(String.init)
        guard let name = FigureName(rawValue: parts[0]) else {
            let names = FigureName.allCases.map(\.rawValue).joined(separator: ", ")
            throw UnusableArgument("'\(parts[0])' is not a figure; there are \(names)")
        }
        guard parts.count <= 2,
            let measure = parts.count == 1 ? .median : Measure(rawValue: parts[1])
        else {
            let measures = Measure.allCases.map(\.rawValue).joined(separator: ", ")
            throw UnusableArgument("after the figure's name stands one of \(measures)")
        }
        (self.name, self.measure, self.value) = (name, measure, value)
    }

    /// What is past the limit in `results`, a line for each pass; a figure that was not measured
    /// is past every limit. A negative drift counts as a positive one.
    func violations(in results: LatencyResults) -> [String] {
        results.passes.compactMap { pass in
            let capture = "with the \(pass.manner.rawValue) capture"
            guard let figure = pass[name] else {
                return "\(name.rawValue) was not measured \(capture)"
            }
            let measured = measure.value(of: figure.summary)
            guard measured.magnitude > value else { return nil }
            let number = LatencyTable.number(measured, name.unit)
            let allowed = LatencyTable.number(value, name.unit)
            return "\(name.rawValue).\(measure.rawValue) is \(number) \(name.unit.rawValue) "
                + "\(capture), past its limit of \(allowed)"
        }
    }
}

extension LatencyLimit.Measure {
    fileprivate func value(of summary: Summary) -> Double {
        switch self {
        case .min: summary.min
        case .median: summary.median
        case .p95: summary.p95
        case .max: summary.max
        }
    }
}
