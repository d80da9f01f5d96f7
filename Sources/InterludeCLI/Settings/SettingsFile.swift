import FoundationEssentials
import Glibc
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

    /// Reads the file or pipe at `path`.
    init(path: String) throws(CommandError) {
        try self.init([UInt8](InputFile.read(path, atMost: YAMLFile.longest)), path: path)
    }

    /// Reads a document. An empty one has no settings.
    init(_ document: [UInt8], path: String) throws(CommandError) {
        self.path = path
        let file = try YAMLFile(document, path: path)
        guard let root = file.root else {
            settings = []
            return
        }
        guard case .mapping(let entries) = root.value else {
            throw file.failure(
                "there are no settings; write one per line, as in 'sink: pulse'", line: root.line)
        }
        var settings: [Setting] = []
        for entry in entries {
            settings.append(try Self.setting(entry, in: file))
        }
        self.settings = settings
    }

    private static func setting(
        _ entry: YAMLNode.Entry, in file: YAMLFile
    ) throws(CommandError) -> Setting {
        let name = entry.key
        if name == source {
            let text = try file.text(of: entry.node, for: name)
            return Setting(name: name, line: entry.line, arguments: [text])
        }
        guard let option = OptionCatalogue.play.settableOption(name) else {
            throw file.failure(unknown(name), line: entry.line)
        }
        var arguments: [String] = []
        switch (option.kind, entry.node.value) {
        case (.flag, _):
            let word = try file.text(of: entry.node, for: name)
            guard let isOn = Bool(word) else {
                throw file.failure(
                    "\"\(name)\" is an option without a value; write true or false",
                    line: entry.node.line)
            }
            if isOn { arguments.append("--\(name)") }
        case (.value, .list(let nodes)) where option.isRepeating:
            for node in nodes {
                arguments.append("--\(name)=\(try file.text(of: node, for: name))")
            }
        case (.value, _):
            arguments.append("--\(name)=\(try file.text(of: entry.node, for: name))")
        }
        return Setting(name: name, line: entry.line, arguments: arguments)
    }

    private static func unknown(_ name: String) -> String {
        let names = OptionCatalogue.play.settableNames + [source]
        guard let nearest = CommandMistake.nearest(to: name, in: names) else {
            return "there is no option '\(name)'; 'interlude play --help' lists them"
        }
        return "there is no option '\(name)'; did you mean '\(nearest)'?"
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
