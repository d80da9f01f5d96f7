import Foundation
import Glibc
import TestFiles

/// A PulseAudio server of a test's own, with one null sink that loses nothing.
///
/// The sink is loaded with `norewinds=1`, because without it an idle null sink
/// starts a stream up to two seconds late (audio rules B21).
package final class PrivatePulseAudio: Sendable {
    /// The name of the null sink; its monitor is `test.monitor`.
    package static let sinkName = "test"

    private let folder: TemporaryFolder
    private let process: ServerProcess

    /// Starts a server, and returns once it answers. Blocks.
    package init() throws {
        folder = try TemporaryFolder()
        process = ServerProcess(
            arguments: [
                "pulseaudio", "-n", "--daemonize=no", "--exit-idle-time=-1",
                "--use-pid-file=no", "--disable-shm=yes", "--log-level=info",
                "--log-target=stderr",
                "--load=module-null-sink sink_name=\(Self.sinkName) rate=48000"
                    + " format=float32le channels=2 norewinds=1",
                "--load=module-native-protocol-unix socket=\(folder.path)/native auth-anonymous=1",
            ],
            environment: ["PULSE_RUNTIME_PATH": folder.path, "HOME": folder.path, "LC_ALL": "C"])
        try restart()
    }

    deinit { process.stop() }

    /// What a client passes as the server, or finds in `PULSE_SERVER`.
    package var address: String { "unix:\(folder.path)/native" }

    /// Starts the server again after ``kill()``, and returns once it answers. Blocks.
    package func restart() throws {
        // What a killed server has left of its socket would only be in the way.
        try? FileManager.default.removeItem(atPath: "\(folder.path)/native")
        let log = ProcessOutput()
        try process.start(errors: log)
        guard log.waitForLine(holding: "Daemon startup complete.") else {
            throw ServerProcess.Failure.notReady(process.name, said: log.text)
        }
    }

    /// Ends the server as a crash would.
    package func kill() { process.stop() }

    /// Makes the server stand still, connections and all.
    package func freeze() { process.signal(SIGSTOP) }

    /// Lets the server go on after ``freeze()``.
    package func thaw() { process.signal(SIGCONT) }

    /// Begins to record what the sink plays: interleaved floats, from a moment before now on.
    package func record() throws -> MonitorRecording {
        try MonitorRecording(of: "\(Self.sinkName).monitor", at: address)
    }

    /// What `pactl` prints for `arguments`. Blocks.
    package func control(_ arguments: String...) throws -> String {
        let output = ProcessOutput()
        let control = ServerProcess(arguments: ["pactl", "-s", address] + arguments)
        try control.start(output: output)
        _ = control.wait(atMost: .seconds(20))
        output.waitForEnd()
        return output.text
    }

    /// Whether the programs that a private server needs are installed.
    package static var isInstalled: Bool {
        ["pulseaudio", "pactl", "parec"].allSatisfy {
            FileManager.default.isExecutableFile(atPath: "/usr/bin/\($0)")
        }
    }
}
