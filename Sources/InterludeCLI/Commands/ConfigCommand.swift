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
        let (settings, unread) = try SettingsFile.read(SettingsFile.contents(of: path), path: path)
        if let error = CommandError(try settings.mistakes(besides: unread)) { throw error }
        let count = Set(settings.settings.map(\.name)).count
        try Console.print("\(path): \(count == 1 ? "1 setting" : "\(count) settings"), no mistakes")
        if !settings.hasSource {
            Console.say("\(path): has no source: one has to be typed after 'interlude play'")
        }
    }
}

extension SettingsFile {
    /// Whether one of the settings is the source.
    fileprivate var hasSource: Bool { settings.contains { $0.name == Self.source } }

    /// What `interlude play` would refuse: `unread`, which were found while the file was read, and
    /// those of these settings, in the order of their lines. A file without a source is fine, since
    /// one can be typed. Throws if each setting is fine, but they do not work together.
    func mistakes(besides unread: [Mistake] = []) throws(CommandError) -> [Mistake] {
        let arguments = ConfiguredArguments(hasSource ? ["play"] : ["play", path], self)
        do {
            _ = try InterludeCommand.parseAsRoot(arguments.all)
        } catch {
            let mistakes =
                unread
                + ConfiguredArguments.mistaken(settings).map { mistake($0.line, in: $0.setting) }
            guard mistakes.isEmpty,
                let failure = CommandFailure(
                    error, parsing: InterludeCommand.self, arguments: arguments.all)
            else { return mistakes.sorted { $0.line < $1.line } }
            throw mistake(failure.line)
        }
        if unread.isEmpty, let contradiction {
            throw mistake(contradiction)
        }
        return unread
    }

    /// Settings that cannot work together, and what to try; `nil` if there are none.
    var contradiction: String? {
        // Without a source any may be typed, and an address may be a stream or a file.
        let typed = hasSource ? ["play"] : ["play", "http://source.invalid/"]
        // try?: where an address is refused, a file may be meant.
        let command = try? InterludeCommand.parseAsRoot(ConfiguredArguments(typed, self).all)
        return (command as? PlayCommand)?.contradiction
    }

    /// The mistake of settings that do not work together, in `words`.
    func mistake(_ words: String) -> CommandError {
        CommandError(.unreadableInput, "\(path): \(words)")
    }

    /// A mistake in `setting`, in `words`.
    func mistake(_ words: String, in setting: Setting) -> Mistake {
        Mistake(
            line: setting.line,
            error: CommandError(.unreadableInput, "\(path): line \(setting.line): \(words)"))
    }
}
