import ArgumentParser
import AudioDecoding
import Dispatch
import Glibc
import Platform

/// The command `interlude`.
@main
struct InterludeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "interlude",
        abstract: "Play a live stream, insert ad breaks, and return at the exact sample.",
        discussion: """
            To try it: 'interlude station' runs a station on this machine and prints its \
            addresses, 'interlude play ADDRESS' plays one, and 'interlude ctl push SPOT' inserts a \
            spot.

            Environment variables:

            \(EnvironmentVariables.help)
            """,
        version: InterludeVersion.text,
        subcommands: [
            PlayCommand.self, StationCommand.self, CtlCommand.self, ReplayCommand.self,
            InspectCommand.self, ReportCommand.self, MonitorCommand.self, FleetCommand.self,
            SinksCommand.self, LatencyCommand.self, ConfigCommand.self,
        ])

    /// Runs the command line, and ends the process with a ``CommandStatus``.
    ///
    /// Not `async`, because that waits for a thread, which a process with too little memory never
    /// gets.
    static func main() {
        Allocator.holdLittleMemory()
        StandardStreams.occupy()
        ProcessLimits.raiseOpenFiles()
        let shortage = ProcessLimits.shortage()
        // In parallel with parsing, which takes a while.
        if CommandLine.arguments.dropFirst().first == PlayCommand.configuration.commandName,
            shortage == nil
        {
            startPoolThread()
            DecoderLibraries.beginLoading()
        }
        do {
            let arguments = try ConfiguredArguments(Array(CommandLine.arguments.dropFirst()))
            var command = try parse(arguments)
            guard let slowCommand = command as? any AsyncParsableCommand else {
                try command.run()
                end()
            }
            if let shortage { throw shortage }
            // nonisolated(unsafe): this thread no longer uses the command.
            nonisolated(unsafe) let taken = slowCommand
            // Detached, because a task of the main actor starts only after `dispatchMain` has ended
            // this thread. Ending it loads a library, for which it would wait for the decoders'.
            Task.detached { await run(taken) }
            dispatchMain()
        } catch {
            end(because: error)
        }
    }

    /// Starts a thread for the first task, because no thread can start while a library is loaded.
    private static func startPoolThread() {
        Task.detached {}
    }

    /// The command of `arguments`. Mistakes in a settings file are thrown with their places.
    private static func parse(_ arguments: ConfiguredArguments) throws -> any ParsableCommand {
        let command: any ParsableCommand
        do {
            command = try parseAsRoot(arguments.all)
        } catch {
            guard let mistake = arguments.mistake(error) else { throw error }
            throw mistake
        }
        try arguments.checkCombinations(of: command)
        return command
    }

    private static func run(_ command: any AsyncParsableCommand) async {
        var command = command
        do {
            try await command.run()
            end()
        } catch {
            end(because: error)
        }
    }

    /// Ends the process, with the status and the line of `error` if there is one.
    private static func end(because error: (any Error)? = nil) -> Never {
        DecoderLibraries.finishLoading()
        guard let error else { Glibc.exit(CommandStatus.success.rawValue) }
        let arguments = Array(CommandLine.arguments.dropFirst())
        let failure =
            CommandFailure(error, parsing: Self.self, arguments: arguments) ?? tell(error)
        if let failure, !failure.line.isEmpty {
            for line in failure.earlier + [failure.line] { Console.say(line) }
        }
        Glibc.exit(failure?.status.rawValue ?? CommandStatus.success.rawValue)
    }

    /// Prints `answer`: the help, the version or a completion script, which ArgumentParser throws.
    ///
    /// Returns the failure if it cannot be written.
    private static func tell(_ answer: any Error) -> CommandFailure? {
        do {
            try Console.print(ownText: fullMessage(for: answer))
            return nil
        } catch {
            return CommandFailure(error, parsing: Self.self)
        }
    }
}

/// Which Interlude this is.
enum InterludeVersion {
    /// By semver.org; the newest heading of the changelog.
    static let text = "0.1.0"
}
