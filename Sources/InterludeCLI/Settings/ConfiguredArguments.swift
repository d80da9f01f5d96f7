import ArgumentParser
import FoundationEssentials
import Glibc

/// The command line of `interlude play` with the settings of a file before the typed options.
///
/// A typed option replaces all values of the same option in the file, and a typed source the file's.
struct ConfiguredArguments: Hashable, Sendable {
    /// The arguments for the parser, without the program.
    let all: [String]
    private let file: SettingsFile?
    /// The settings of the file that nothing typed replaces.
    private let used: [SettingsFile.Setting]

    /// Reads the file that `typed` names with `--config`, or else the default file if it exists.
    /// For other commands, and to show help, the result is `typed`.
    init(
        _ typed: [String], environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws(CommandError) {
        let words = typed.dropFirst()
        guard typed.first == PlayCommand.configuration.commandName,
            words.allSatisfy({ !["--help", "-h", "--version"].contains($0) })
        else {
            self.init(typed: typed)
            return
        }
        // Without a word that may be one, the catalogue need not be made, which takes milliseconds.
        let mayHaveStranger = words.contains {
            $0.hasPrefix("-") && !$0.hasPrefix("--") && $0.count > 1
        }
        if mayHaveStranger, let word = OptionCatalogue.play.scan(words).stranger {
            throw CommandError(
                .usage,
                "there is no option '\(word)'; to play a file of that name, write './\(word)'")
        }
        if let path = Self.typedPath(words) {
            try self.init(typed, SettingsFile(path: path))
        } else if let path = SettingsFile.defaultPath(environment), access(path, F_OK) == 0 {
            try self.init(typed, SettingsFile(path: path))
        } else {
            self.init(typed: typed)
        }
    }

    private init(typed: [String]) {
        all = typed
        file = nil
        used = []
    }

    /// Puts the settings of `file` before the options of `typed`, which begins with the command.
    init(_ typed: [String], _ file: SettingsFile) {
        let (names, hasSource, _) = OptionCatalogue.play.scan(typed.dropFirst())
        var options: [String] = []
        var source: [String] = []
        used = file.settings.filter { setting in
            setting.name == SettingsFile.source
                ? !hasSource : !Self.replaces(names, setting.name)
        }
        for setting in used {
            if setting.name != SettingsFile.source {
                options += setting.arguments
            } else {
                source = ["--"] + setting.arguments
            }
        }
        let terminator = typed.firstIndex(of: "--") ?? typed.endIndex
        all =
            typed.prefix(1) + options + typed[..<terminator].dropFirst()
            + (source.isEmpty ? Array(typed[terminator...]) : source)
        self.file = file
    }

    /// Whether an option among the typed `names` replaces the file's `name`: the same one, or its
    /// opposite.
    private static func replaces(_ names: Set<String>, _ name: String) -> Bool {
        names.contains(name) || names.contains("no-\(name)")
            || name.hasPrefix("no-") && names.contains(String(name.dropFirst(3)))
    }

    /// The value of `--config`; `nil` without one. The last one counts.
    private static func typedPath(_ words: ArraySlice<String>) -> String? {
        guard words.contains(where: { $0 == "--config" || $0.hasPrefix("--config=") }) else {
            return nil
        }
        var path: String?
        var rest = words
        while let word = rest.popFirst(), word != "--" {
            if word == "--config" {
                path = rest.popFirst() ?? path
            } else if word.hasPrefix("--config=") {
                path = String(word.dropFirst("--config=".count))
            } else if word.hasPrefix("--"), !word.contains("="),
                OptionCatalogue.play.options[String(word.dropFirst(2))]?.kind == .value
            {
                _ = rest.popFirst()
            }
        }
        return path
    }

    /// The places in the file of all mistaken values, if one of them causes `error`, which the parser
    /// threw: it says the same of that setting alone. The file itself, if its settings do not work
    /// together, or the source is missing. `nil` if the file does not cause it.
    func mistake(_ error: any Error) -> CommandError? {
        guard let file, let line = Self.line(error, parsing: all) else { return nil }
        let mistaken = Self.mistaken(used)
        if mistaken.contains(where: { $0.line == line }) {
            return CommandError(mistaken.map { file.mistake($0.line, in: $0.setting) })
        }
        if Self.line(parsing: used) == line { return file.mistake(line) }
        do {
            _ = try InterludeCommand.parseAsRoot(["play", "source"] + all.dropFirst())
        } catch {
            return nil
        }
        return file.mistake(
            "has no source; add 'source: ADDRESS', or type the address after 'play'")
    }

    /// Throws if `command` has options that do not work together, and all of them are the file's.
    func checkCombinations(of command: any ParsableCommand) throws(CommandError) {
        guard let file, let words = (command as? PlayCommand)?.contradiction,
            file.contradiction == words
        else { return }
        throw file.mistake(words)
    }

    /// Those of `settings` that are mistaken whatever the others are, with the parser's lines. One that
    /// only lacks another one, as a token lacks its page, is not among them if that is there.
    static func mistaken(
        _ settings: [SettingsFile.Setting]
    ) -> [(setting: SettingsFile.Setting, line: String)] {
        let alone = settings.map { ($0, line(parsing: [$0])) }
        let fine = alone.filter { $0.1 == nil }.map(\.0)
        return alone.compactMap { setting, line in
            guard let line, Self.line(parsing: fine + [setting]) == line else { return nil }
            return (setting, line)
        }
    }

    /// The parser's line about `settings` without any others; `nil` if it accepts them.
    private static func line(parsing settings: [SettingsFile.Setting]) -> String? {
        let options = settings.filter { $0.name != SettingsFile.source }.flatMap(\.arguments)
        let source = settings.last { $0.name == SettingsFile.source }
        let arguments = ["play"] + options + (source.map { ["--"] + $0.arguments } ?? ["source"])
        do {
            _ = try InterludeCommand.parseAsRoot(arguments)
            return nil
        } catch {
            return line(error, parsing: arguments)
        }
    }

    private static func line(_ error: any Error, parsing arguments: [String]) -> String? {
        CommandFailure(error, parsing: InterludeCommand.self, arguments: arguments)?.line
    }
}
