import ArgumentParser
import Interlude

/// `interlude replay FILE`: runs a recorded session again, decisions only.
struct ReplayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay",
        abstract: "Runs a recorded session again, and prints its event log.",
        discussion: """
            Takes what 'interlude play --record' wrote. The log is the recorded session's, line \
            for line: decisions depend on what happened and on nothing else.
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
