import Foundation
import TestFiles

/// A test's own MQTT broker, which keeps what is due for clients that are off.
package final class PrivateMosquitto: Sendable {
    package let port: Int
    private let folder: TemporaryFolder
    private let process: ServerProcess
    private let log = ProcessOutput()

    private static let program = "/usr/sbin/mosquitto"

    /// Starts a broker, and returns once it listens. Blocks.
    ///
    /// With `access`, the lines of an access-control file, everybody has to log in, each with the
    /// own name as password.
    package init(access: String? = nil, users: [String] = []) throws {
        port = freePort()
        folder = try TemporaryFolder()
        var lines = ["listener \(port) 127.0.0.1", "log_dest stderr", "log_type all"]
        if let access {
            let passwords = folder.file("passwords")
            for (index, user) in users.enumerated() {
                let create = index == 0 ? ["-c"] : []
                try Command(["mosquitto_passwd", "-b"] + create + [passwords, user, user])
                    .successful()
            }
            lines += [
                "allow_anonymous false", "password_file \(passwords)",
                "acl_file \(try folder.write(access.utf8, to: "access"))",
            ]
        } else {
            lines.append("allow_anonymous true")
        }
        // It drops root, and reads the files afterwards.
        if getuid() == 0 { lines.append("user root") }
        let configuration = try folder.write(
            (lines.joined(separator: "\n") + "\n").utf8, to: "mosquitto.conf")
        process = ServerProcess(arguments: [Self.program, "-c", configuration])
        try restart()
    }

    deinit { process.stop() }

    /// Whether the broker is installed.
    package static var isInstalled: Bool {
        FileManager.default.isExecutableFile(atPath: program)
    }

    /// Starts the broker again after ``kill()``, without what it kept. Blocks.
    package func restart() throws {
        let byteCount = log.bytes.count
        try process.start(errors: log)
        guard log.waitForLine(holding: "mosquitto version 2.0", after: byteCount),
            log.waitForLine(holding: " running", after: byteCount)
        else { throw ServerProcess.Failure.notReady(process.name, said: log.text) }
    }

    /// Ends the broker as a crash would.
    package func kill() { process.stop() }

    /// Waits for a line of the log that contains `words`. Blocks.
    package func waitForLog(_ words: String) -> Bool { log.waitForLine(holding: words) }

    /// The lines of the log so far that contain `words`.
    package func lines(with words: String) -> [String] {
        log.text.split(separator: "\n").filter { $0.contains(words) }.map(String.init)
    }

    /// The address of a fleet, of one user.
    package func address(of place: String, user: String? = nil) -> String {
        "mqtt://\(user.map { "\($0):\($0)@" } ?? "")127.0.0.1:\(port)/\(place)"
    }
}
    /// The number of lines of the log so far that contain `words`.
    package func count(of words: String) -> Int { lines(with: words).count }

