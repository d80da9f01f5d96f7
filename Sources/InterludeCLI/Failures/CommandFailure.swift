import ArgumentParser

/// The end of a failed command.
struct CommandFailure: Hashable {
    let status: CommandStatus
    /// One line for standard error; empty if the command has printed its own.
    let line: String

    /// Converts an error of the parser or of a command. `arguments` are those of the command line,
    /// without the program.
    ///
    /// `nil` for help and the version, which ArgumentParser throws too.
    init?<Root: ParsableCommand>(
        _ error: any Error, parsing root: Root.Type, arguments: [String] = []
    ) {
        if let error = error as? CommandError {
            self.init(error.status, error.description)
            return
        }
        switch root.exitCode(for: error) {
        case .success:
            return nil
        case .validationFailure:
            if let mistake = CommandMistake(in: arguments, of: root) {
                self.init(.usage, [mistake.description])
                return
            }
            let hint = root.fullMessage(for: error).split(separator: "\n").last { line in
                line.contains("--help")
            }
            self.init(.usage, [root.message(for: error), hint.map(String.init) ?? ""])
        case let code where code != .failure:
            // A command that ends with its own status has printed the reason.
            self.init(CommandStatus(rawValue: code.rawValue) ?? .defect, "")
        default:
            self.init(.defect, "internal error: \(error); please report this")
        }
    }

    private init(_ status: CommandStatus, _ parts: [String]) {
        self.init(status, parts.joined(separator: " "))
    }

    private init(_ status: CommandStatus, _ text: String) {
        self.status = status
        line = text.split { $0.isWhitespace }.joined(separator: " ")
    }
}
