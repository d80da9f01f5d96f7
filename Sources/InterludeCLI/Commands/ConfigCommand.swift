import ArgumentParser
import FoundationEssentials

/// `interlude config`: works with settings files.
struct ConfigCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config",
        abstract: "Check a settings file of 'interlude play'.",
        subcommands: [ConfigCheckCommand.self])
}

/// `interlude config check [FILE]`: reads a settings file as `interlude play` does.
struct ConfigCheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Check that 'interlude play' can use a settings file.",
        discussion: """
            The source, the spots and other files that it names are not opened.
            """)

    @Argument(
        help: "The settings file. (default: ~/.config/interlude/config.yaml)")
    var file: String?

    func run() throws {
        guard let path = file ?? SettingsFile.defaultPath(ProcessInfo.processInfo.environment)
        else {
            throw CommandError(.usage, "there is no home folder; name the settings file")
        }
        let settings = try SettingsFile(path: path)
        try settings.check()
        let count = settings.settings.count
        try Console.print("\(path): \(count == 1 ? "1 setting" : "\(count) settings"), no mistakes")
    }
}

extension SettingsFile {
    /// Throws what `interlude play` would say of these settings. A file without a source is fine,
    /// since one can be typed.
    func check() throws(CommandError) {
        let hasSource = settings.contains { $0.name == Self.source }
        let arguments = ConfiguredArguments(hasSource ? ["play"] : ["play", path], self)
        do {
            _ = try InterludeCommand.parseAsRoot(arguments.all)
        } catch {
            if let mistake = arguments.mistake(error) { throw mistake }
            guard
                let failure = CommandFailure(
                    error, parsing: InterludeCommand.self, arguments: arguments.all)
            else { return }
            throw CommandError(.unreadableInput, "\(path): \(failure.line)")
        }
    }
}
