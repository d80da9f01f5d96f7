import Foundation
import TestFiles

/// A test's own PipeWire in place of PulseAudio, with one null sink.
///
/// Four programs: a message bus, PipeWire, the session manager that connects streams to sinks,
/// and the one that implements PulseAudio's protocol.
package final class PrivatePipeWire: PrivateSoundServer {
    private let folder: TemporaryFolder
    private let processes: [ServerProcess]

    /// Starts a server, and returns once it answers and has its sink. Blocks.
    package init() throws {
        let folder = try TemporaryFolder()
        self.folder = folder
        let environment = [
            "XDG_RUNTIME_DIR": folder.path, "PIPEWIRE_RUNTIME_DIR": folder.path,
            "PULSE_RUNTIME_PATH": "\(folder.path)/pulse", "HOME": folder.path, "LC_ALL": "C",
            "DBUS_SESSION_BUS_ADDRESS": "unix:path=\(folder.path)/bus",
        ]
        let bus = ServerProcess(
            arguments: [
                "dbus-daemon", "--session", "--nofork", "--print-address",
                "--address=unix:path=\(folder.path)/bus",
            ], environment: environment)
        let programs = ["pipewire", "wireplumber", "pipewire-pulse"].map {
            ServerProcess(arguments: [$0], environment: environment)
        }
        processes = [bus] + programs
        let output = ProcessOutput()
        try bus.start(output: output)
        guard output.waitForLine(holding: "unix:path") else {
            throw ServerProcess.Failure.notReady(bus.name, said: output.text)
        }
        try programs[0].start()
        try Self.wait(for: ["pw-cli", "info", "0"], environment) { $0.contains("id: 0") }
        for program in programs.dropFirst() { try program.start() }
        try Self.wait(for: pactl("info"), environment) { $0.contains("PipeWire") }
        _ = try control(
            "load-module", "module-null-sink", "media.class=Audio/Sink",
            "sink_name=\(PrivatePulseAudio.sinkName)", "rate=48000", "channels=2")
        try Self.wait(for: pactl("info"), environment) {
            $0.contains("Default Sink: \(PrivatePulseAudio.sinkName)\n")
        }
    }

    deinit {
        for process in processes.reversed() { process.stop() }
    }

    package var address: String { "unix:\(folder.path)/pulse/native" }

    private func pactl(_ verb: String) -> [String] { ["pactl", "-s", address, verb] }

    /// Runs a command repeatedly until `isReady` accepts its output.
    private static func wait(
        for command: [String], _ environment: [String: String], until isReady: (String) -> Bool
    ) throws {
        let deadline = ContinuousClock.now + .seconds(20)
        var said = ""
        while ContinuousClock.now < deadline {
            let run = try Command(command, environment: environment)
            if isReady(run.output) { return }
            said = run.output + run.errors
        }
        throw ServerProcess.Failure.notReady(command.joined(separator: " "), said: said)
    }

    /// Whether the programs that a private server needs are installed.
    package static var isInstalled: Bool {
        areInstalled(
            "dbus-daemon", "pipewire", "wireplumber", "pipewire-pulse", "pw-cli", "pactl", "parec")
    }
}
