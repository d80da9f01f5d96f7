import Foundation
import Glibc
import TestFiles

/// A test's own PulseAudio server, with one null sink that loses nothing.
///
/// The sink is loaded with `norewinds=1`, because without it an idle null sink starts a stream up
/// to two seconds late.
package final class PrivatePulseAudio: PrivateSoundServer {
    /// The name of the null sink; its monitor is `test.monitor`.
    package static let sinkName = "test"

    private let folder: TemporaryFolder
    private let process: ServerProcess

    /// Starts a server with `modules` besides its sink, and returns once it answers. Blocks.
    package init(loading modules: [String] = []) throws {
        folder = try TemporaryFolder()
        process = ServerProcess(
            arguments: [
                "pulseaudio", "-n", "--daemonize=no", "--exit-idle-time=-1",
                "--use-pid-file=no", "--disable-shm=yes", "--log-level=info",
                "--log-target=stderr",
                "--load=\(Self.nullSink(named: Self.sinkName))",
                "--load=module-native-protocol-unix socket=\(folder.path)/native auth-anonymous=1",
            ] + modules.map { "--load=\($0)" },
            environment: ["PULSE_RUNTIME_PATH": folder.path, "HOME": folder.path, "LC_ALL": "C"])
        try restart()
    }

    deinit { process.stop() }

    /// The module that is a null sink, with its arguments.
    package static func nullSink(named name: String) -> String {
        "module-null-sink sink_name=\(name) rate=48000 format=float32le channels=2 norewinds=1"
    }

    /// Loads a null sink into the running server. Blocks.
    package func addNullSink(named name: String) throws {
        let words = Self.nullSink(named: name).split(separator: " ").map(String.init)
        try Command(["pactl", "-s", address, "load-module"] + words).successful()
    }

    /// The server address for a client, or for `PULSE_SERVER`.
    package var address: String { "unix:\(folder.path)/native" }

    /// Starts the server again after ``kill()``, and returns once it answers. Blocks.
    package func restart() throws {
        // A killed server may have left a socket in the way.
        try? FileManager.default.removeItem(atPath: "\(folder.path)/native")
        let log = ProcessOutput()
        try process.start(errors: log)
        guard log.waitForLine(holding: "Daemon startup complete.") else {
            throw ServerProcess.Failure.notReady(process.name, said: log.text)
        }
    }

    /// Ends the server as a crash would.
    package func kill() { process.stop() }

    /// Suspends the server with its connections.
    package func freeze() { process.signal(SIGSTOP) }

    /// Resumes the server after ``freeze()``.
    package func thaw() { process.signal(SIGCONT) }

    /// Begins to play silence in the role of a phone until the result is stopped. Music yields to
    /// it if the server has `module-role-cork`.
    package func ring() throws -> ServerProcess {
        let phone = ServerProcess(arguments: [
            "pacat", "-s", address, "--raw", "--property=media.role=phone", "/dev/zero",
        ])
        try phone.start()
        return phone
    }

    /// Whether the programs that a private server needs are installed.
    package static var isInstalled: Bool {
        areInstalled("pulseaudio", "pactl", "parec")
    }
}
