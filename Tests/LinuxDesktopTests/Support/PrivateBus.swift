import Foundation
import TestFiles
import TestServers

/// A message bus of a test's own, in place of the one of a desktop's session.
final class PrivateBus: Sendable {
    private let folder: TemporaryFolder
    private let process: ServerProcess

    /// Starts a bus, and returns once it answers. Blocks.
    init() throws {
        folder = try TemporaryFolder()
        process = ServerProcess(arguments: [
            "dbus-daemon", "--session", "--nofork", "--nopidfile", "--print-address",
            "--address=unix:path=\(folder.path)/bus",
        ])
        try start()
    }

    deinit { process.stop() }

    /// What clients find in the environment.
    var environment: [String: String] {
        ["DBUS_SESSION_BUS_ADDRESS": "unix:path=\(folder.path)/bus"]
    }

    /// Starts the bus, again after ``kill()``, and returns once it answers. Blocks.
    func start() throws {
        // What a killed bus has left of its socket would only be in the way.
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

    /// Ends the bus as a crash would.
    func kill() { process.stop() }

    /// Makes the bus stand still, connections and all.
    func freeze() { process.signal(SIGSTOP) }

    /// Lets the bus go on after ``freeze()``.
    func thaw() { process.signal(SIGCONT) }

    /// Runs a client of the bus to its end. Blocks.
    func run(_ arguments: [String]) throws -> Command {
        try Command(arguments, environment: environment.merging(["LC_ALL": "C"]) { $1 })
    }

    /// Runs `playerctl` for the player, or for the instance of one of several. Blocks.
    @discardableResult
    func playerctl(_ arguments: String..., player: String = "interlude") throws -> Command {
        try run(["playerctl", "--player", player] + arguments)
    }

    /// Runs `playerctl` again and again until what it prints fulfils `condition`. Blocks.
    ///
    /// Returns what it printed last.
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

    /// Runs `playerctl` until the path of what is heard fulfils `condition`, and returns that as it
    /// is printed, in quotes. Blocks.
    func trackID(until condition: (String) -> Bool) throws -> String {
        try playerctl("metadata", "mpris:trackid", until: condition)
    }

    /// Runs `playerctl` until it prints a position of at least so many seconds. Blocks.
    func position(reaches seconds: Double) throws -> Double {
        let text = try playerctl("position", until: { (Double($0) ?? -1) >= seconds })
        return Double(text) ?? -1
    }

    /// Calls a method without asking before whether it may be called, and returns the error's
    /// words. Blocks.
    func call(_ method: String, _ arguments: String...) throws -> String {
        try run(
            [
                "busctl", "--user", "call", "org.mpris.MediaPlayer2.interlude",
                "/org/mpris/MediaPlayer2", "org.mpris.MediaPlayer2.Player", method,
            ] + arguments
        ).errors
    }

    /// Takes down the signals of the player's object from now on.
    func watch() throws -> SignalWatch { try SignalWatch(environment) }

    /// Whether the programs are installed that tests with a bus need.
    static var isInstalled: Bool {
        ["dbus-daemon", "dbus-monitor", "busctl", "playerctl"].allSatisfy {
            FileManager.default.isExecutableFile(atPath: "/usr/bin/\($0)")
        }
    }
}
