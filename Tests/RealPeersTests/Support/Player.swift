import Foundation
import TestFiles
import TestServers

/// The built `interlude play`, running as a process, with its event log on standard output.
final class Player: Sendable {
    /// The results after it has ended.
    struct Outcome: Sendable {
        /// `nil` if it had to be killed, or a signal ended it.
        let status: Int32?
        let events: [LoggedEvent]
        /// The event log as it was written.
        let log: String
        /// The lines on standard error that report problems; the others show the state.
        let complaints: [String]
    }

    /// Something did not happen in time.
    struct Late: Error {
        let awaited: String
        let log: String
    }

    private let process: ServerProcess
    /// The folder of its socket.
    let folder: TemporaryFolder
    private let output = ProcessOutput()
    private let errors = ProcessOutput()

    /// Next to the test bundle.
    static let executable = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent().appending(path: "interlude").path

    /// Begins to play. The player has a sound server only if one is given here.
    convenience init(
        _ source: String, _ arguments: [String], on server: PrivatePulseAudio? = nil,
        trusting certificate: Certificate? = nil, environment: [String: String] = [:]
    ) throws {
        var environment = environment
        if let certificate { environment["SSL_CERT_FILE"] = certificate.file }
        if let server { environment["PULSE_SERVER"] = server.address }
        try self.init(
            source, ["--sink", server == nil ? "null" : "pulse"] + arguments, with: environment)
    }

    /// Begins to play to the output that `arguments` name, with variables of the environment.
    init(
        _ source: String, _ arguments: [String], with environment: [String: String]
    ) throws {
        folder = try TemporaryFolder()
        let own = ["XDG_RUNTIME_DIR": folder.path]
        process = ServerProcess(
            arguments: [Self.executable, "play", source, "--events", "-"] + arguments,
            environment: own.merging(environment) { _, given in given })
        try process.start(output: output, errors: errors)
    }

    /// Waits until the log has `count` events of this name that are not about the output. Blocks.
    @discardableResult
    func wait(
        for name: String, count: Int = 1, within limit: Duration = .seconds(30)
    ) throws -> LoggedEvent {
        let event = output.wait(within: limit) { log in
            let found = Self.events(in: log).all(name).filter { $0.device != true }
            return found.count >= count ? found[count - 1] : nil
        }
        guard let event else { throw Late(awaited: name, log: output.text + errors.text) }
        return event
    }

    private static func events(in log: Data) -> [LoggedEvent] {
        let decoder = JSONDecoder()
        return log.split(separator: UInt8(ascii: "\n")).compactMap {
            // try?: the last line may be incomplete, and is read the next time.
            try? decoder.decode(LoggedEvent.self, from: Data($0))
        }
    }

    /// Runs `interlude ctl`, and returns what it prints. Blocks.
    @discardableResult
    func control(_ arguments: String...) throws -> Command { try control(arguments) }

    /// The same, started by `wrapper`, a program that runs the command that follows it. Blocks.
    func control(_ arguments: [String], by wrapper: [String] = []) throws -> Command {
        try Command(
            wrapper + [Self.executable, "ctl"] + arguments,
            environment: ["XDG_RUNTIME_DIR": folder.path])
    }

    /// The name of its socket, in ``folder``; `nil` if it has none.
    var socketName: String? {
        get throws {
            try FileManager.default.contentsOfDirectory(atPath: folder.path)
                .first { $0.hasSuffix(".sock") }
        }
    }

    /// Waits until the player has shown `words`, one after the other, in lines that show its
    /// state. Blocks.
    func waitUntilShown(_ words: String..., within limit: Duration = .seconds(30)) throws {
        let isShown = errors.wait(within: limit) { shown -> Bool? in
            var rest = shown
            for word in words {
                guard let place = rest.firstRange(of: Data(word.utf8)) else { return nil }
                rest = rest[place.upperBound...]
            }
            return true
        }
        guard isShown == true else {
            throw Late(awaited: words.joined(separator: ", "), log: output.text + errors.text)
        }
    }

    /// Asks the player to end, as Control-C does.
    func interrupt() { process.signal(SIGINT) }

    /// Asks the player to end with one signal right after another.
    func interrupt(with signals: Int32...) {
        for signal in signals { process.signal(signal) }
    }

    /// Asks the player to end again and again until it has ended. Blocks for `limit` at most.
    func interruptRepeatedly(with signal: Int32, for limit: Duration) {
        let deadline = ContinuousClock.now + limit
        while process.isRunning, .now < deadline { process.signal(signal) }
    }

    /// Waits until the player ends by itself, or kills it after `limit`. Blocks.
    func finish(within limit: Duration) -> Outcome {
        let status = process.wait(atMost: limit)
        output.waitForEnd()
        errors.waitForEnd()
        return Outcome(
            status: status, events: Self.events(in: output.bytes), log: output.text,
            complaints: errors.text.split(separator: "\n").map(String.init)
                .filter { $0.hasPrefix("interlude") })
    }
}
