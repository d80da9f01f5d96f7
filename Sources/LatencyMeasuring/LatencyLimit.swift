import ReportPages

/// The maximum of a figure, in the unit of the figure (`--limit NAME=MS`).
package struct LatencyLimit: Hashable, Sendable {
    /// Why a limit cannot be parsed, and what to write instead.
    package struct Unusable: Error, Hashable, CustomStringConvertible {
        package let description: String

        init(_ description: String) {
            self.description = description
        }
    }

    /// The limited number of a figure.
    enum Measure: String, Hashable, Sendable, CaseIterable {
        case min, median, p95, max
    }

    let name: FigureName
    let measure: Measure
    let value: Double

    /// Parses `NAME=MS` for the median, or as in `NAME.p95=MS` for another number.
    package init(parsing text: String) throws(Unusable) {
        let sides = text.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
        guard sides.count == 2, let value = Double(sides[1]), value >= 0 else {
            throw Unusable("write a limit as in push=12 or push.p95=15")
        }
        let parts = sides[0].split(separator: ".", omittingEmptySubsequences: false)
            .map(String.init)
        guard let name = FigureName(rawValue: parts[0]) else {
            let names = FigureName.allCases.map(\.rawValue).joined(separator: ", ")
            throw Unusable("'\(parts[0])' is not a figure; the figures are \(names)")
        }
        guard parts.count <= 2,
            let measure = parts.count == 1 ? .median : Measure(rawValue: parts[1])
        else {
            let measures = Measure.allCases.map(\.rawValue).joined(separator: ", ")
            throw Unusable("after the name of the figure, write one of \(measures)")
        }
        (self.name, self.measure, self.value) = (name, measure, value)
    }

    /// The violations of the limit in `results`, a line for each pass.
    ///
    /// A figure that was not measured violates every limit. Negative drift counts as positive.
    package func violations(in results: LatencyResults) -> [String] {
        results.passes.compactMap { pass in
            let capture = "with the \(LatencyTable.name(of: pass.manner))"
            guard let figure = pass[name] else {
                return "\(name.rawValue) was not measured \(capture)"
            }
            let measured = measure.value(of: figure.summary)
            guard measured.magnitude > value else { return nil }
            let number = LatencyTable.number(measured, name.unit)
            let allowed = LatencyTable.number(value, name.unit)
            return "\(name.rawValue).\(measure.rawValue) is \(number) \(name.unit.rawValue) "
                + "\(capture), above its limit of \(allowed)"
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
