import ArgumentParser
import AudioDecoding
import Foundation

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
    static func main() async {
        StandardStreams.occupy()
        // Before the command line is read, which takes a while itself.
        if CommandLine.arguments.dropFirst().first == PlayCommand.configuration.commandName {
            DecoderLibraries.beginLoading()
        }
        do {
            try await carryOut()
            DecoderLibraries.finishLoading()
        } catch {
            DecoderLibraries.finishLoading()
            guard let failure = CommandFailure(error, parsing: Self.self) else {
                exit(withError: error)
            }
            if !failure.line.isEmpty {
                FileHandle.standardError.write(Data("interlude: \(failure.line)\n".utf8))
            }
            Foundation.exit(failure.status.rawValue)
        }
    }

    private static func carryOut() async throws {
        var command = try parseAsRoot()
        if var asyncCommand = command as? any AsyncParsableCommand {
            try await asyncCommand.run()
        } else {
            try command.run()
        }
    }
}
