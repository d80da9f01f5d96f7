import Foundation
import TestFiles

/// Serves the files of a folder over HTTPS, with a self-signed certificate.
///
/// `openssl` makes the certificate and serves.
package final class SecureServer: @unchecked Sendable {
    // @unchecked Sendable: the process is only started and terminated.
    private let process: Process

    /// Kept while the server serves it.
    private let folder: TemporaryFolder

    /// The certificate, in PEM format.
    package let certificateFile: String

    package let port: Int

    /// Makes a certificate for `name` (`DNS:` a host, or `IP:` an address) in `folder`, and serves
    /// the other files there.
    package static func start(folder: TemporaryFolder, name: String) async throws -> SecureServer {
        try await onThread { try SecureServer(folder: folder, name: name) }
    }

    /// Blocks until the server listens.
    private init(folder: TemporaryFolder, name: String) throws {
        self.folder = folder
        certificateFile = folder.file("certificate.pem")
        let (_, request) = try Self.openssl(
            in: folder, "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1",
            "-keyout", "key.pem", "-out", "certificate.pem", "-subj", "/CN=test",
            "-addext", "subjectAltName=\(name)")
        // It has ended when its output closes.
        _ = request.readDataToEndOfFile()
        let (process, output) = try Self.openssl(
            in: folder, "s_server", "-accept", "127.0.0.1:0", "-cert", "certificate.pem",
            "-key", "key.pem", "-WWW")
        self.process = process
        port = Self.port(announcedOn: output)
    }

    /// Kills the server, which does not end by itself and blocks other signals.
    package func stop() { kill(process.processIdentifier, SIGKILL) }

    private static func openssl(
        in folder: TemporaryFolder, _ arguments: String...
    ) throws -> (Process, output: FileHandle) {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["openssl"] + arguments
        process.currentDirectoryURL = folder.url
        process.standardInput = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        return (process, output.fileHandleForReading)
    }

    /// Waits for the line `ACCEPT 127.0.0.1:PORT`.
    private static func port(announcedOn output: FileHandle) -> Int {
        var text = ""
        while !text.contains("\n") || !text.contains("ACCEPT") {
            let part = output.availableData
            guard !part.isEmpty else { return 0 }
            text += String(decoding: part, as: UTF8.self)
        }
        let line = text.split(separator: "\n").first { $0.contains("ACCEPT") }
        return line?.split(separator: ":").last.flatMap { Int($0) } ?? 0
    }
}
