import ArgumentParser

/// A first word on the command line that is not a command.
struct CommandMistake: Hashable, CustomStringConvertible {
    let description: String

    /// `nil` if `arguments` begin with a command of `root` or with an option.
    init?(in arguments: [String], of root: any ParsableCommand.Type) {
        let names = root.configuration.subcommands.compactMap { $0.configuration.commandName }
        guard let word = arguments.first, !word.isEmpty, !word.hasPrefix("-"), word != "help",
            !names.contains(word)
        else { return nil }
        if word.contains("://") {
            description = "there is no command '\(word)'; did you mean 'interlude play \(word)'?"
        } else if let name = Self.nearest(to: word, in: names) {
            description = "there is no command '\(word)'; did you mean '\(name)'?"
        } else {
            description =
                "there is no command '\(word)'; the commands are \(names.joined(separator: ", ")). "
                + "See 'interlude --help' for more information."
        }
    }

    /// The name that `word` was probably meant to be; `nil` if none is like it.
    static func nearest(to word: String, in names: [String]) -> String? {
        let nearest = names.min { distance($0, word) < distance($1, word) }
        return nearest.flatMap { distance($0, word) <= 2 ? $0 : nil }
    }

    /// The number of insertions, deletions, substitutions and swaps of neighbours between two
    /// words (optimal string alignment).
    static func distance(_ first: String, _ second: String) -> Int {
        let (first, second) = (Array(first), Array(second))
        var rows = [Array(0...second.count)]
        for i in first.indices {
            var row = [i + 1]
            for j in second.indices {
                let substitution = rows[i][j] + (first[i] == second[j] ? 0 : 1)
                var best = min(substitution, rows[i][j + 1] + 1, row[j] + 1)
                if i > 0, j > 0, first[i] == second[j - 1], first[i - 1] == second[j] {
                    best = min(best, rows[i - 1][j - 1] + 1)
                }
                row.append(best)
            }
            rows.append(row)
        }
        return rows[first.count][second.count]
    }
}
