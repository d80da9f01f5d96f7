import FoundationEssentials
import SinkMonitor

/// All measured figures, as `--json` writes them and `--compare` reads them.
package struct LatencyResults: Hashable, Sendable, Codable {
    /// The measured machine.
    struct Machine: Hashable, Sendable, Codable {
        var interlude: String
        /// The sound server with its version.
        var server: String
        var sink: String
        var kernel: String
        var cores: Int
    }

    var machine: Machine
    var passes: [LatencyPass]

    init(machine: Machine, passes: [LatencyPass]) {
        self.machine = machine
        self.passes = passes
    }

    /// Reads ``json``; `nil` if it is something else.
    package init?(json: Data) {
        guard let results = try? JSONDecoder().decode(LatencyResults.self, from: json) else {
            // try?: whatever is wrong with it, it was not written by this command.
            return nil
        }
        self = results
    }

    /// One line of JSON.
    package var json: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            return String(decoding: try encoder.encode(self), as: UTF8.self)
        } catch {
            preconditionFailure("figures are finite numbers, which JSON can always hold: \(error)")
        }
    }
}

/// All figures measured with one kind of recorder.
struct LatencyPass: Hashable, Sendable, Codable {
    var manner: MonitorManner
    /// In the order of ``FigureName``.
    var figures: [Figure]

    init(manner: MonitorManner, figures: [Figure]) {
        self.manner = manner
        self.figures = figures
    }

    /// Summarises `samples` as figures.
    init(manner: MonitorManner, samples: [FigureName: [Double]]) {
        self.init(
            manner: manner,
            figures: FigureName.allCases.compactMap { Figure($0, samples[$0] ?? []) })
    }

    subscript(name: FigureName) -> Figure? { figures.first { $0.name == name } }
}
