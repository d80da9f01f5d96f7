import FoundationEssentials
import Glibc
import YAMLReading

/// Options of `interlude play` in a YAML file: a mapping of their names to their values. Relative
/// names in it are those of files beside it.
struct SettingsFile: Hashable, Sendable {
    let path: String
    let settings: [Setting]

    /// A key of the file, or an entry of its list, as the words that it stands for on the command
    /// line.
    struct Setting: Hashable, Sendable {
        /// The name of an option, or ``source``.
        var name: String
        /// The line of the key or of the entry, counting from 1.
        var line: Int
        var arguments: [String]
    }

    /// The key of what is played.
    static let source = "source"

    /// Reads the file or pipe at `path`. Throws all mistakes if some settings cannot be read.
    init(path: String) throws(CommandError) {
        try self.init(Self.contents(of: path), path: path)
    }

    static func contents(of path: String) throws(CommandError) -> [UInt8] {
        [UInt8](try InputFile.read(path, atMost: YAMLFile.longest))
    }

    /// Reads a document. An empty one has no settings. Throws all mistakes if some settings cannot be
    /// read.
    init(_ document: [UInt8], path: String) throws(CommandError) {
        let (file, unread) = try Self.read(document, path: path)
        if !unread.isEmpty, let error = CommandError(try file.mistakes(besides: unread)) {
            throw error
        }
        self = file
    }

    /// A setting that `interlude play` would refuse.
    struct Mistake: Hashable, Sendable {
        var line: Int
        /// Has the line in its description.
        var error: CommandError
    }

    private init(path: String, settings: [Setting]) {
        self.path = path
        self.settings = settings
    }

    /// Reads a document as settings and the mistakes in the others, in the order of their lines.
    /// Throws if it has no settings at all.
    static func read(
        _ document: [UInt8], path: String
    ) throws(CommandError) -> (file: SettingsFile, mistakes: [Mistake]) {
        let file = try YAMLFile(document, path: path)
        guard let root = file.root else { return (SettingsFile(path: path, settings: []), []) }
        guard case .mapping(let entries) = root.value else {
            throw file.failure(
                "there are no settings; write one per line, as in 'sink: pulse'", line: root.line)
        }
        var settings: [Setting] = []
        var mistakes: [Mistake] = []
        for entry in entries {
            for (line, node) in values(of: entry) {
                do throws(CommandError) {
                    let arguments = try arguments(for: entry.key, node, at: line, in: file)
                    settings.append(Setting(name: entry.key, line: line, arguments: arguments))
                } catch {
                    mistakes.append(Mistake(line: line, error: error))
                }
            }
        }
        return (SettingsFile(path: path, settings: settings), mistakes)
    }

    /// The values of `entry` with their lines: those of a list if its option may be repeated.
    private static func values(of entry: YAMLNode.Entry) -> [(line: Int, node: YAMLNode)] {
        guard case .list(let nodes) = entry.node.value,
            OptionCatalogue.play.settableOption(entry.key)?.isRepeating == true
        else { return [(entry.line, entry.node)] }
        return nodes.map { ($0.line, $0) }
    }

    /// The words for the value `node` of `name`.
    private static func arguments(
        for name: String, _ node: YAMLNode, at line: Int, in file: YAMLFile
    ) throws(CommandError) -> [String] {
        let folder = SettingsFolder(ofFile: file.path)
        if name == source { return [folder.value(try file.text(of: node, for: name), of: name)] }
        guard let option = OptionCatalogue.play.settableOption(name) else {
            throw file.failure(unknown(name), line: line)
        }
        let text = try file.text(of: node, for: name)
        switch option.kind {
        case .value: return ["--\(name)=\(folder.value(text, of: name))"]
        case .flag:
            guard let isOn = Bool(text) else {
                throw file.failure(
                    "\"\(name)\" is on or off; write true or false",
                    line: node.line)
            }
            return isOn ? ["--\(name)"] : []
        }
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
