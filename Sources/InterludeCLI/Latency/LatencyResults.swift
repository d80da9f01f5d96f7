import AudioSinks
import FoundationEssentials

/// What `interlude latency` has measured, as its `--json` writes it and `--compare` reads it.
struct LatencyResults: Hashable, Sendable, Codable {
    /// Where it was measured.
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

    /// Reads what ``json`` was written to.
    init(readingFile path: String) throws(CommandError) {
        let data = try InputFile.read(path)
        do {
            self = try JSONDecoder().decode(LatencyResults.self, from: data)
        } catch {
            throw CommandError(
                .unreadableInput,
                "\(path): holds no figures; name a file that 'interlude latency --json' has written"
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
