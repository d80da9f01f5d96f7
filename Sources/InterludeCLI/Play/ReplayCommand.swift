import ArgumentParser
import Interlude

/// `interlude replay FILE`: repeats the decisions of a recorded session.
struct ReplayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay",
        abstract: "Repeat the decisions of a recorded session, and print its event log.",
        discussion: """
            Reads a file of 'interlude play --record'. The event log is identical to that of the \
            recorded session, because decisions depend on recorded events only.
            """)

    @Argument(help: "The recording.")
    var file: String

    func run() throws {
        let recording = try InputFile.read(file, atMost: .max)
        let log = try EventLogWriter(to: .standardOutput)
        do {
            try SessionRecording.replay(recording, named: file) { try log.write($0) }
        } catch let error as SessionRecording.Unreadable {
            throw CommandError(.unreadableInput, error.description)
        }
    }
}
