import Interlude

/// Metrics in the text format of Prometheus, version 0.0.4. A value.
package struct MetricsText: Hashable, Sendable {
    package static let contentType = "text/plain; version=0.0.4; charset=utf-8"

    package private(set) var text = ""

    package init() {}

    package enum Kind: String, Hashable, Sendable {
        case counter
        case gauge
    }

    /// A value with its labels.
    package struct Sample: Hashable, Sendable {
        package var labels: [Label]
        package var value: Double

        package init(_ labels: [Label], _ value: Double) {
            self.labels = labels
            self.value = value
        }
    }

    package struct Label: Hashable, Sendable {
        package var name: String
        package var value: String

        package init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// Adds a metric with all of its samples; nothing without any.
    package mutating func add(_ name: String, _ kind: Kind, _ help: String, _ samples: [Sample]) {
        guard !samples.isEmpty else { return }
        text += "# HELP \(name) \(Self.escaped(help, quotes: false))\n"
        text += "# TYPE \(name) \(kind.rawValue)\n"
        for sample in samples {
            let labels = sample.labels.map {
                "\($0.name)=\"\(Self.escaped($0.value, quotes: true))\""
            }
            let set = labels.isEmpty ? "" : "{\(labels.joined(separator: ","))}"
            text += "\(name)\(set) \(Self.number(sample.value))\n"
        }
    }

    private static func escaped(_ text: String, quotes: Bool) -> String {
        var escaped = ""
        // By scalars: a combining mark joins a quote to another character.
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": escaped += "\\\\"
            case "\n": escaped += "\\n"
            case "\"" where quotes: escaped += "\\\""
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    private static func number(_ value: Double) -> String {
        if value.isNaN { return "NaN" }
        if value.isInfinite { return value < 0 ? "-Inf" : "+Inf" }
        return JSONValue.decimal(value).description
    }
}
