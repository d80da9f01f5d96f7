import FoundationEssentials
import Glibc
import PlainText
import YAMLReading

/// Options of `interlude play` in a YAML file: a mapping of their names to their values.
struct SettingsFile: Hashable, Sendable {
    let path: String
    let settings: [Setting]

    /// One key of the file, as the words that it stands for on the command line.
    struct Setting: Hashable, Sendable {
        /// The name of an option, or ``source``.
        var name: String
        /// The line of the key, counting from 1.
        var line: Int
        var arguments: [String]
    }

    /// The key of what is played.
    static let source = "source"

    /// The byte limit of a settings file.
    private static let longest = 1 << 18

    /// Reads the file or pipe at `path`.
    init(path: String) throws(CommandError) {
        try self.init([UInt8](InputFile.read(path, atMost: Self.longest)), path: path)
    }

    /// Reads a document. An empty one has no settings.
    init(_ document: [UInt8], path: String) throws(CommandError) {
        self.path = path
        let root: YAMLNode?
        do {
            root = try YAMLDocument.read(document)
        } catch {
            throw CommandError(.unreadableInput, "\(path): \(error)")
        }
        guard let root else {
            settings = []
            return
        }
        guard case .mapping(let entries) = root.value else {
            throw Self.failure(
                "there are no settings; write one per line, as in 'sink: pulse'", in: path,
                line: root.line)
        }
        var settings: [Setting] = []
        for entry in entries {
            settings.append(try Self.setting(entry, in: path))
        }
        self.settings = settings
    }

    private static func setting(
        _ entry: YAMLNode.Entry, in path: String
    ) throws(CommandError) -> Setting {
        let name = entry.key
        if name == source {
            let text = try text(of: entry.node, for: name, in: path)
            return Setting(name: name, line: entry.line, arguments: [text])
        }
        guard let option = OptionCatalogue.play.settableOption(name) else {
            throw failure(unknown(name), in: path, line: entry.line)
        }
        var arguments: [String] = []
        switch (option.kind, entry.node.value) {
        case (.flag, _):
            let word = try text(of: entry.node, for: name, in: path)
            guard let isOn = Bool(word) else {
                throw failure(
                    "\"\(name)\" is an option without a value; write true or false", in: path,
                    line: entry.node.line)
            }
            if isOn { arguments.append("--\(name)") }
        case (.value, .list(let nodes)) where option.isRepeating:
            for node in nodes {
                arguments.append("--\(name)=\(try text(of: node, for: name, in: path))")
            }
        case (.value, _):
            arguments.append("--\(name)=\(try text(of: entry.node, for: name, in: path))")
        }
        return Setting(name: name, line: entry.line, arguments: arguments)
    }

    private static func text(
        of node: YAMLNode, for name: String, in path: String
    ) throws(CommandError) -> String {
        switch node.value {
        case .text(let text) where !text.isEmpty: return text
        case .text:
            throw failure(
                "\"\(name)\" has no value; write one, or remove it", in: path, line: node.line)
        case .list:
            throw failure(
                "\"\(name)\" has one value, not a list of them", in: path, line: node.line)
        case .mapping:
            throw failure(
                "\"\(name)\" has a text as its value; quote it if it has ': '", in: path,
                line: node.line)
        }
    }

    private static func unknown(_ name: String) -> String {
        let names = OptionCatalogue.play.settableNames + [source]
        let nearest = names.min {
            CommandMistake.distance($0, name) < CommandMistake.distance($1, name)
        }
        guard let nearest, CommandMistake.distance(nearest, name) <= 2 else {
            return "there is no option '\(name)'; 'interlude play --help' lists them"
        }
        return "there is no option '\(name)'; did you mean '\(nearest)'?"
    }

    private static func failure(_ text: String, in path: String, line: Int) -> CommandError {
        CommandError(.unreadableInput, "\(path): line \(line): \(text)".printable())
    }
}

extension SettingsFile {
    /// The file that `interlude play` reads without `--config`:
    /// `$XDG_CONFIG_HOME/interlude/config.yaml`, in `~/.config` if the variable is not set (XDG Base
    /// Directory Specification). `nil` without a home.
    static func defaultPath(_ environment: [String: String]) -> String? {
        if let folder = environment["XDG_CONFIG_HOME"], folder.hasPrefix("/") {
            return "\(folder)/interlude/config.yaml"
        }
        guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
        return "\(home)/.config/interlude/config.yaml"
    }
}
