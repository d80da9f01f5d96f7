import Foundation
import TestFiles

/// A test's own MQTT broker, which keeps what is due for clients that are off.
package final class PrivateMosquitto: Sendable {
    package let port: Int
    private let folder: TemporaryFolder
    private let process: ServerProcess
    private let log = ProcessOutput()
    private let isSecure: Bool

    private static let program = "/usr/sbin/mosquitto"

    /// Starts a broker, and returns once it listens. Blocks.
    ///
    /// With `access`, the lines of an access-control file, everybody has to log in, each with the
    /// own name as password.
    package convenience init(access: String? = nil, users: [String] = []) throws {
        let folder = try TemporaryFolder()
        let port = freePort()
        var lines = ["listener \(port) 127.0.0.1"]
        if let access {
            lines += [
                "allow_anonymous false",
                "password_file \(try Self.passwords(of: users, in: folder))",
                "acl_file \(try folder.write(access.utf8, to: "access"))",
            ]
        } else {
            lines.append("allow_anonymous true")
        }
        try self.init(lines, port: port, isSecure: false, in: folder)
    }

    /// Starts a broker with a configuration and an access-control file of docs/fleet.md, and a
    /// certificate of `authority` for `name`. Each user has the own name as password. Blocks.
    package convenience init(
        configuration: String, access: String, users: [String],
        authority: CertificateAuthority, name: String
    ) throws {
        let folder = try TemporaryFolder()
        let port = freePort()
        try authority.certify(
            name, certificate: folder.file("broker.pem"), key: folder.file("broker.key"))
        _ = try Self.passwords(of: users, in: folder)
        _ = try folder.write(access.utf8, to: "access")
        let lines = configuration.replacing("/etc/mosquitto", with: folder.path)
            .replacing("listener 8883", with: "listener \(port) 127.0.0.1")
            .split(separator: "\n").map(String.init)
        try self.init(
            lines + ["persistence_location \(folder.path)/"], port: port, isSecure: true,
            in: folder)
    }

    /// Makes a file with the passwords of `users`, and returns its path.
    private static func passwords(of users: [String], in folder: TemporaryFolder) throws -> String {
        let passwords = folder.file("passwords")
        for (index, user) in users.enumerated() {
            let create = index == 0 ? ["-c"] : []
            try Command(["mosquitto_passwd", "-b"] + create + [passwords, user, user]).successful()
        }
        return passwords
    }

    private init(
        _ settings: [String], port: Int, isSecure: Bool, in folder: TemporaryFolder
    ) throws {
        self.port = port
        self.isSecure = isSecure
        self.folder = folder
        var lines = settings + ["log_dest stderr", "log_type all"]
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

    /// The number of lines of the log so far that contain `words`.
    package func count(of words: String) -> Int { lines(with: words).count }

    /// The address of a fleet, of one user.
    package func address(
        of place: String, user: String? = nil, host: String = "127.0.0.1"
    ) -> String {
        let scheme = isSecure ? "mqtts" : "mqtt"
        return "\(scheme)://\(user.map { "\($0):\($0)@" } ?? "")\(host):\(port)/\(place)"
    }
}
