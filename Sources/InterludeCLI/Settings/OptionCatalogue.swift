import ArgumentParser
import FoundationEssentials

/// The options of a command, as its parser describes them.
struct OptionCatalogue: Sendable {
    /// The options with a value and the flags, by each of their long names.
    let options: [String: Option]
    /// The letters of flags, such as `v`, with their long names.
    private let letters: [Character: String]

    struct Option: Hashable, Sendable {
        var kind: Kind
        /// Whether the option may occur several times.
        var isRepeating: Bool
    }

    enum Kind: Hashable, Sendable {
        case value
        case flag
    }

    static let play = OptionCatalogue(of: PlayCommand.self)

    /// Options that only the command line can have.
    private static let typedOnly: Set = ["config", "help", "version"]

    init(of command: any ParsableCommand.Type) {
        let document = Data(command._dumpHelp().utf8)
        // try!: the parser wrote the document itself.
        let described = try! JSONDecoder().decode(DescribedTool.self, from: document)
        var options: [String: Option] = [:]
        var letters: [Character: String] = [:]
        for argument in described.command.arguments ?? [] {
            let names = argument.names ?? []
            let long = names.filter { $0.kind == "long" }.map(\.name)
            for name in long {
                options[name] = Option(
                    kind: argument.kind == "flag" ? .flag : .value,
                    isRepeating: argument.isRepeating)
            }
            guard let first = long.first else { continue }
            for name in names where name.kind == "short" {
                if let letter = name.name.first { letters[letter] = first }
            }
        }
        self.options = options
        self.letters = letters
    }

    /// The names that a settings file may have, in alphabetical order.
    var settableNames: [String] {
        options.keys.filter { !Self.typedOnly.contains($0) }.sorted()
    }

    /// What a file's `name` is; `nil` if a file may not have it.
    func settableOption(_ name: String) -> Option? {
        Self.typedOnly.contains(name) ? nil : options[name]
    }

    /// The names of the options in `arguments`; whether a word is not part of an option; and the
    /// first word that begins with one hyphen and has other letters than those of flags, such as the
    /// name of a file.
    func scan(
        _ arguments: some Collection<String>
    ) -> (names: Set<String>, hasSource: Bool, stranger: String?) {
        var names: Set<String> = []
        var hasSource = false
        var stranger: String?
        var rest = arguments[...]
        while let word = rest.popFirst() {
            if word == "--" {
                hasSource = hasSource || !rest.isEmpty
                break
            } else if word.hasPrefix("--") {
                let parts = word.dropFirst(2).split(
                    separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                let name = String(parts[0])
                names.insert(name)
                if parts.count == 1, options[name]?.kind == .value { _ = rest.popFirst() }
            } else if word.hasPrefix("-"), word.count > 1 {
                let flags = word.dropFirst().map { letters[$0] }
                names.formUnion(flags.compactMap { $0 })
                if flags.contains(nil), stranger == nil { stranger = word }
            } else {
                hasSource = true
            }
        }
        return (names, hasSource, stranger)
    }
}

/// The parts that are used of ArgumentParser's description of a command.
private struct DescribedTool: Decodable {
    var command: Command

    struct Command: Decodable {
        var arguments: [Argument]?
    }

    struct Argument: Decodable {
        var kind: String
        var isRepeating: Bool
        var names: [Name]?
    }

    struct Name: Decodable {
        var kind: String
        var name: String
    }
}
