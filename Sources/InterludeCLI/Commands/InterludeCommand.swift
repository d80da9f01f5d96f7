import ArgumentParser
import AudioDecoding
import Dispatch
import Glibc

/// The command `interlude`.
@main
struct InterludeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "interlude",
        abstract: "Plays a live stream with its advertisements, and returns at the right sample.",
        discussion: """
            To hear it: 'interlude station' runs a station on this machine and says where it \
            listens, 'interlude play ADDRESS' plays it, and 'interlude ctl push SPOT' lets it play \
            an advertisement.
            """,
        version: InterludeVersion.text,
        subcommands: [
            PlayCommand.self, StationCommand.self, CtlCommand.self, ReplayCommand.self,
            InspectCommand.self, SinksCommand.self, LatencyCommand.self,
        ])

    /// Runs what the command line says, and ends the process with one of ``CommandStatus``.
    ///
    /// Not `async`: what that waits for is a thread, which a process with too little memory
    /// never gets.
    static func main() {
        ProcessMemory.returnLargeBlocks()
        StandardStreams.occupy()
        ProcessLimits.raiseOpenFiles()
        let shortage = ProcessLimits.shortage()
        // Before the command line is read, which takes a while itself.
        if CommandLine.arguments.dropFirst().first == PlayCommand.configuration.commandName,
            shortage == nil
        {
            DecoderLibraries.beginLoading()
        }
        do {
            var command = try parseAsRoot()
            guard let slowCommand = command as? any AsyncParsableCommand else {
                try command.run()
                end()
            }
            if let shortage { throw shortage }
            // nonisolated(unsafe): this thread does not touch the command any more.
            nonisolated(unsafe) let taken = slowCommand
            Task { await run(taken) }
            dispatchMain()
        } catch {
            end(because: error)
        }
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

    /// Ends the process, because of `error` if there is one.
    private static func end(because error: (any Error)? = nil) -> Never {
        DecoderLibraries.finishLoading()
        guard let error else { Glibc.exit(CommandStatus.success.rawValue) }
        let failure = CommandFailure(error, parsing: Self.self) ?? tell(error)
        if let failure, !failure.line.isEmpty {
            Console.say(failure.line)
        }
        Glibc.exit(failure?.status.rawValue ?? CommandStatus.success.rawValue)
    }

    /// Prints the help, the version or the script that was asked for and is thrown as `answer`.
    ///
    /// Returns why it could not; ArgumentParser itself would not notice.
    private static func tell(_ answer: any Error) -> CommandFailure? {
        do {
            try Console.print(ownText: fullMessage(for: answer))
            return nil
        } catch {
            return CommandFailure(error, parsing: Self.self)
        }
    }
}
