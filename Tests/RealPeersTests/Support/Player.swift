import Foundation
import Glibc
import TestServers

/// The built `interlude play`, running as a process, with its event log on standard output.
final class Player: Sendable {
    /// What is left when it has ended.
    struct Outcome: Sendable {
        /// `nil` if it had to be killed, or a signal ended it.
        let status: Int32?
        let events: [LoggedEvent]
        /// The event log as it was written.
        let log: String
        /// The lines on standard error that tell of trouble; the others tell the state.
        let complaints: [String]
    }

    /// Something did not happen in time.
    struct Late: Error {
        let awaited: String
        let log: String
    }

    private let process: ServerProcess
    private let folder: TemporaryFolder
    private let output: WrittenFile
    private let errors: WrittenFile

    /// Beside the test bundle.
    static let executable = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent().appending(path: "interlude").path

    /// Begins to play. The player has a sound server only if it gets one here.
    init(_ source: String, _ arguments: [String], on server: PrivatePulseAudio? = nil) throws {
        folder = try TemporaryFolder()
        output = try WrittenFile()
        errors = try WrittenFile()
        var environment = ["XDG_RUNTIME_DIR": folder.path]
        if let server { environment["PULSE_SERVER"] = server.address }
        process = ServerProcess(
            arguments: [Self.executable, "play", source, "--events", "-"]
                + ["--sink", server == nil ? "null" : "pulse"] + arguments,
            environment: environment)
        try process.start(output: output.descriptor, errors: errors.descriptor)
    }

    /// What was logged so far.
    var events: [LoggedEvent] {
        let decoder = JSONDecoder()
        return output.text.split(separator: "\n").compactMap {
            // try?: the last line may be half written, and is read the next time.
            try? decoder.decode(LoggedEvent.self, from: Data($0.utf8))
        }
    }

    /// Waits until the `count`th event of a name is in the log. Blocks.
    @discardableResult
    func wait(
        for name: String, count: Int = 1, within limit: Duration = .seconds(15)
    ) throws -> LoggedEvent {
        let deadline = ContinuousClock.now + limit
        while true {
            let found = events.all(name)
            if found.count >= count { return found[count - 1] }
            guard ContinuousClock.now < deadline else {
                throw Late(awaited: name, log: output.text + errors.text)
            }
            usleep(20_000)  // polls another process
        }
    }

    /// Runs `interlude ctl`, and returns what it prints. Blocks.
    @discardableResult
    func control(_ arguments: String...) throws -> Command {
        try Command(
            [Self.executable, "ctl"] + arguments, environment: ["XDG_RUNTIME_DIR": folder.path])
    }

    /// Asks for the status until it says `words`, and returns the last one. Blocks.
    func status(saying words: String, within limit: Duration = .seconds(15)) throws -> String {
        let deadline = ContinuousClock.now + limit
        while true {
            let status = try control("status").output
            if status.contains(words) || ContinuousClock.now >= deadline { return status }
        }
    }

    /// Waits until the player ends by itself, or kills it after `limit`. Blocks.
    func finish(within limit: Duration) -> Outcome {
        let status = process.wait(atMost: limit)
        return Outcome(
            status: status, events: events, log: output.text,
            complaints: errors.text.split(separator: "\n").map(String.init)
                .filter { $0.hasPrefix("interlude") })
    }
}
