import Foundation
import TestFiles
import TestServers

/// A test's own message bus in place of the desktop's.
final class PrivateBus: Sendable {
    private let folder: TemporaryFolder
    private let process: ServerProcess

    /// Starts a bus, and returns once it responds. Blocks.
    init() throws {
        folder = try TemporaryFolder()
        process = ServerProcess(arguments: [
            "dbus-daemon", "--session", "--nofork", "--nopidfile", "--print-address",
            "--address=unix:path=\(folder.path)/bus",
        ])
        try start()
    }

    deinit { process.stop() }

    /// The environment for clients.
    var environment: [String: String] {
        ["DBUS_SESSION_BUS_ADDRESS": "unix:path=\(folder.path)/bus"]
    }

    /// Starts the bus, also after ``kill()``, and returns once it responds. Blocks.
    func start() throws {
        // Remove the socket of a killed bus.
        try? FileManager.default.removeItem(atPath: "\(folder.path)/bus")
        let output = ProcessOutput()
        try process.start(output: output)
        let isReady = output.wait(within: .seconds(20)) {
            $0.firstRange(of: Data("unix:path".utf8))
        }
        guard isReady != nil else {
            throw ServerProcess.Failure.notReady(process.name, said: output.text)
        }
    }

    /// Kills the bus.
    func kill() { process.stop() }

    /// Suspends the bus with its connections.
    func freeze() { process.signal(SIGSTOP) }

    /// Resumes the bus after ``freeze()``.
    func thaw() { process.signal(SIGCONT) }

    /// Runs a client of the bus until it ends. Blocks.
    func run(_ arguments: [String]) throws -> Command {
        try Command(arguments, environment: environment.merging(["LC_ALL": "C"]) { $1 })
    }

    /// Runs `playerctl` for the player, or for one of several instances. Blocks.
    @discardableResult
    func playerctl(_ arguments: String..., player: String = "interlude") throws -> Command {
        try run(["playerctl", "--player", player] + arguments)
    }

    /// Runs `playerctl` repeatedly until its output fulfils `condition`, and returns that output.
    /// Blocks.
    func playerctl(
        _ arguments: String..., within limit: Duration = .seconds(20),
        until condition: (String) -> Bool
    ) throws -> String {
        let deadline = ContinuousClock.now + limit
        while true {
            let output = try run(["playerctl", "--player", "interlude"] + arguments).output
                .trimmingCharacters(in: .newlines)
            if condition(output) || .now >= deadline { return output }
        }
    }

    /// Runs `playerctl` until the path of the present track fulfils `condition`, and returns that in
    /// quotes, as printed. Blocks.
    func trackID(until condition: (String) -> Bool) throws -> String {
        try playerctl("metadata", "mpris:trackid", until: condition)
    }

    /// Runs `playerctl` until the position is at least this number of seconds. Blocks.
    func position(reaches seconds: Double) throws -> Double {
        let text = try playerctl("position", until: { (Double($0) ?? -1) >= seconds })
        return Double(text) ?? -1
    }

    /// Calls a method without checking first whether it is allowed, and returns the error message.
    /// Blocks.
    func call(_ method: String, _ arguments: String...) throws -> String {
        try run(
            [
                "busctl", "--user", "call", "org.mpris.MediaPlayer2.interlude",
                "/org/mpris/MediaPlayer2", "org.mpris.MediaPlayer2.Player", method,
            ] + arguments
        ).errors
    }

    /// Begins to record the signals of the player's object.
    func watch() throws -> SignalWatch { try SignalWatch(environment) }

    /// Whether the programs for tests with a bus are installed.
    static var isInstalled: Bool {
        ["dbus-daemon", "dbus-monitor", "busctl", "playerctl"].allSatisfy {
            FileManager.default.isExecutableFile(atPath: "/usr/bin/\($0)")
        }
    }
}
