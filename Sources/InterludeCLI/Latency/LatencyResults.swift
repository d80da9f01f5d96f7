import AudioSinks
import Foundation

/// All measured figures, as `--json` writes them and `--compare` reads them.
struct LatencyResults: Hashable, Sendable, Codable {
    /// The measured machine.
    struct Machine: Hashable, Sendable, Codable {
        var interlude: String
        /// The sound server and its version.
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

    /// Reads a file with ``json`` in it.
    init(readingFile path: String) throws(CommandError) {
        let data = try InputFile.read(path)
        do {
            self = try JSONDecoder().decode(LatencyResults.self, from: data)
        } catch {
            throw CommandError(
                .unreadableInput,
                "\(path): not a file of 'interlude latency --json'; use another file"
            )
        }
    }

    /// One line of JSON.
    var json: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            return String(decoding: try encoder.encode(self), as: UTF8.self)
        } catch {
            preconditionFailure("figures are finite numbers, which JSON can always hold: \(error)")
        }
    }
}
