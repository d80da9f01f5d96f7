import Foundation
import TestFiles
import TestServers

/// The built `interlude`, with a folder in place of the user's own.
struct BuiltCommand {
    let folder: TemporaryFolder

    /// Next to the test bundle.
    static let executable = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent().appending(path: "interlude").path

    init() throws {
        folder = try TemporaryFolder()
    }

    /// The variables that name the user's folders.
    var environment: [String: String] {
        Dictionary(
            uniqueKeysWithValues: [
                "HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_RUNTIME_DIR", "XDG_STATE_HOME",
            ]
            .map { ($0, folder.path) })
    }

    /// Runs the command to its end. Blocks.
    func run(_ arguments: [String], environment: [String: String] = [:]) throws -> Command {
        try Command(
            [Self.executable] + arguments,
            environment: self.environment.merging(environment) { $1 }, within: .seconds(100))
    }

    /// Plays a silent file of 9 s in virtual time. Blocks.
    func play(_ arguments: [String]) throws -> Command {
        let source = try SilentFile.write(seconds: 9, to: "show.wav", in: folder)
        return try run(["play", source, "--clock", "virtual"] + arguments)
    }

    /// Writes a spot of 2 s, and returns its path.
    func spot(_ name: String = "tea.wav") throws -> String {
        try SilentFile.write(seconds: 2, to: name, in: folder)
    }

    /// The text of a file in the folder.
    func text(_ name: String) throws -> String {
        try String(contentsOfFile: folder.file(name), encoding: .utf8)
    }
}

extension Command {
    /// The lines on standard error.
    var complaints: [String] { errors.split(separator: "\n").map(String.init) }
}

/// The built command while it runs.
final class RunningCommand: Sendable {
    private let process: ServerProcess
    private let command: BuiltCommand
    let output = ProcessOutput()
    let errors = ProcessOutput()

    /// Starts the command, and returns at once.
    init(_ command: BuiltCommand, _ arguments: [String], environment: [String: String] = [:]) throws
    {
        self.command = command
        process = ServerProcess(
            arguments: [BuiltCommand.executable] + arguments,
            environment: command.environment.merging(environment) { $1 })
        try process.start(output: output, errors: errors)
    }

    deinit { process.stop() }

    /// Waits until the command has written `words` to standard error, one after the other. Blocks.
    func hasSaid(_ words: String...) -> Bool {
        errors.wait(within: .seconds(30)) { said -> Bool? in
            var rest = said
            for word in words {
                guard let place = rest.firstRange(of: Data(word.utf8)) else { return nil }
                rest = rest[place.upperBound...]
            }
            return true
        } == true
    }

    /// Waits until the command has written `words` to standard output. Blocks.
    func hasPrinted(_ words: String) -> Bool {
        output.wait(within: .seconds(30)) { $0.firstRange(of: Data(words.utf8)) } != nil
    }

    /// Runs `interlude ctl` for a player. Blocks.
    func control(_ arguments: String...) throws -> Command { try command.run(["ctl"] + arguments) }

    func signal(_ number: Int32) { process.signal(number) }

    /// Waits until the command ends by itself, and returns its status. Blocks.
    func finish() -> Int32? {
        let status = process.wait(atMost: .seconds(30))
        output.waitForEnd()
        errors.waitForEnd()
        return status
    }
}
