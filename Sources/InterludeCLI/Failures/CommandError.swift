import ArgumentParser
import LatencyMeasuring
import PlayerControl

/// Why a command failed, in one line: what, where, and what to try.
struct CommandError: Error, Hashable, CustomStringConvertible {
    let status: CommandStatus
    let description: String

    /// Lines about other mistakes, which are printed before this one.
    private(set) var earlier: [String] = []

    init(_ status: CommandStatus, _ description: String) {
        self.status = status
        self.description = description
    }

    /// All `mistakes`, with a line for each; `nil` if there are none.
    init?(_ mistakes: [SettingsFile.Mistake]) {
        guard let last = mistakes.last else { return nil }
        self = last.error
        earlier = mistakes.dropLast().map(\.error.description)
    }
}

/// The exit status of the process (after sysexits.h).
enum CommandStatus: Int32, Sendable {
    case success = 0
    /// A measured figure exceeds its limit, the player refused the request, or something required
    /// was not heard.
    case negative = 1
    /// The command line is wrong.
    case usage = 64
    /// An input has the wrong format.
    case unreadableInput = 65
    /// An input file is missing or cannot be read.
    case missingInput = 66
    /// A stream or server could not be reached, or a limit of the system is too low.
    case unavailable = 69
    /// An internal error.
    case defect = 70
    /// An output could not be written.
    case cannotWrite = 74
}

/// The end of a failed command.
struct CommandFailure: Hashable {
    let status: CommandStatus
    /// One line for standard error; empty if the command has printed its own.
    let line: String
    /// The lines before it.
    private(set) var earlier: [String] = []

    /// Converts an error of the parser or of a command. `arguments` are those of the command line,
    /// without the program.
    ///
    /// `nil` for help and the version, which ArgumentParser throws too.
    init?<Root: ParsableCommand>(
        _ error: any Error, parsing root: Root.Type, arguments: [String] = []
    ) {
        switch error {
        case let error as CommandError:
            self.init(error.status, error.description)
            earlier = error.earlier
            return
        case let error as ControlError:
            self.init(CommandStatus(error.kind), error.description)
            return
        case let error as MeasurementError:
            self.init(CommandStatus(error.kind), error.description)
            return
        default: break
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
            self.init(
                .usage,
                [Self.sentence(root.message(for: error)), hint.map(String.init) ?? ""])
        case let code where code != .failure:
            // A command that ends with its own status has printed the reason.
            self.init(CommandStatus(rawValue: code.rawValue) ?? .defect, "")
        default:
            self.init(.defect, "internal error: \(error); please report this")
        }
    }

    /// The parser's words as one sentence: the items of a list follow each other with commas.
    private static func sentence(_ words: String) -> String {
        let missingValue = "Missing value for "
        if words.hasPrefix(missingValue) {
            let option = words.dropFirst(missingValue.count)
            return "\(option) has no value; write one after it, or leave the option out."
        }
        let bullet = "  - "
        let lines = words.split(separator: "\n")
        let items = lines.filter { $0.hasPrefix(bullet) }.map { $0.dropFirst(bullet.count) }
        let rest = lines.filter { !$0.hasPrefix(bullet) }
        let line = (rest + [Substring(items.joined(separator: ", "))])
            .filter { !$0.isEmpty }.joined(separator: " ")
        return line.last.map { ".?!".contains($0) } ?? true ? line : "\(line)."
    }

    private init(_ status: CommandStatus, _ parts: [String]) {
        self.init(status, parts.joined(separator: " "))
    }

    private init(_ status: CommandStatus, _ text: String) {
        self.status = status
        line = text.split { $0.isWhitespace }.joined(separator: " ")
    }
}

extension CommandStatus {
    fileprivate init(_ kind: ControlError.Kind) {
        switch kind {
        case .usage: self = .usage
        case .unavailable: self = .unavailable
        case .cannotWrite: self = .cannotWrite
        case .defect: self = .defect
        }
    }

    fileprivate init(_ kind: MeasurementError.Kind) {
        switch kind {
        case .unavailable: self = .unavailable
        case .cannotWrite: self = .cannotWrite
        case .defect: self = .defect
        }
    }
}

/// Why a command-line value cannot be used, and what to write instead.
struct UnusableArgument: Error, Hashable, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
