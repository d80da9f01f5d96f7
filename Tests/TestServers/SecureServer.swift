import Foundation

/// Serves the files of a folder over HTTPS, with a certificate that it signed itself.
///
/// `openssl` makes the certificate and serves.
package final class SecureServer: @unchecked Sendable {
    // @unchecked Sendable: the process is only started and terminated.
    private let process = Process()

    /// The certificate, in PEM format.
    package let certificateFile: String

    package let port: Int

    /// Makes a certificate for `host` in `folder`, and serves what else is there.
    package init(folder: URL, host: String) throws {
        certificateFile = folder.appending(path: "certificate.pem").path
        try Self.openssl(
            in: folder, "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1",
            "-keyout", "key.pem", "-out", "certificate.pem", "-subj", "/CN=\(host)",
            "-addext", "subjectAltName=DNS:\(host),IP:127.0.0.1"
        ).waitUntilExit()
        let output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [
            "openssl", "s_server", "-accept", "127.0.0.1:0", "-cert", "certificate.pem", "-key",
            "key.pem", "-WWW",
        ]
        process.currentDirectoryURL = folder
        process.standardOutput = output
        process.standardInput = Pipe()
        process.standardError = FileHandle.nullDevice
        try process.run()
        port = Self.port(announcedOn: output.fileHandleForReading)
    }

    deinit { process.terminate() }

    private static func openssl(in folder: URL, _ arguments: String...) throws -> Process {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["openssl"] + arguments
        process.currentDirectoryURL = folder
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        return process
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
