import Foundation
import TestFiles

/// A test's own authority, which signs certificates of servers. `openssl` does the work.
package final class CertificateAuthority: Sendable {
    private let folder: TemporaryFolder

    /// Its own certificate, in PEM format.
    package var file: String { folder.file("authority.pem") }

    /// Blocks.
    package init() throws {
        folder = try TemporaryFolder()
        try Self.openssl(
            ["req", "-x509", "-days", "1", "-subj", "/CN=authority"] + Self.newKey
                + ["-keyout", folder.file("authority.key"), "-out", folder.file("authority.pem")])
    }

    /// Writes a certificate for `name` (`DNS:` a host, or `IP:` an address) and its key to files.
    /// Blocks.
    package func certify(_ name: String, certificate: String, key: String) throws {
        let request = folder.file("request")
        try Self.openssl(
            ["req", "-subj", "/CN=server", "-addext", "subjectAltName=\(name)"] + Self.newKey
                + ["-keyout", key, "-out", request])
        try Self.openssl([
            "x509", "-req", "-in", request, "-days", "1", "-copy_extensions", "copy", "-CA", file,
            "-CAkey", folder.file("authority.key"), "-CAcreateserial", "-out", certificate,
        ])
    }

    private static let newKey = [
        "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
    ]

    private static func openssl(_ arguments: [String]) throws {
        try Command(["openssl"] + arguments).successful()
    }
}
