import ArgumentParser

/// How a command ends that did not do what it was asked.
struct CommandFailure: Hashable {
    let status: CommandStatus
    /// One line for standard error.
    let line: String

    /// What `error`, thrown by the command line's parser or by a command, means to the caller.
    ///
    /// Is `nil` when it is no failure: help and versions are thrown as well.
    init?<Root: ParsableCommand>(_ error: any Error, parsing root: Root.Type) {
        if let error = error as? CommandError {
            self.init(error.status, error.description)
            return
        }
        switch root.exitCode(for: error) {
        case .success:
            return nil
        case .validationFailure:
            let hint = root.fullMessage(for: error).split(separator: "\n").last { line in
                line.contains("--help")
            }
            self.init(.usage, [root.message(for: error), hint.map(String.init) ?? ""])
        case let code where code != .failure:
            // An exit status that a command chose by itself; it has said why.
            self.init(CommandStatus(rawValue: code.rawValue) ?? .defect, "")
        default:
            self.init(.defect, "\(error); please report this")
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
