import Foundation
import TestFiles

/// A self-signed certificate, made with `openssl`.
package final class Certificate: Sendable {
    private let folder: TemporaryFolder

    /// In PEM format.
    package var file: String { folder.file("certificate.pem") }

    /// The certificate, and its key after it.
    var keyedFile: String { folder.file("keyed.pem") }

    /// Makes a certificate for `name` (`DNS:` a host, or `IP:` an address). Blocks.
    package init(for name: String) throws {
        folder = try TemporaryFolder()
        let key = folder.file("key.pem")
        try Command([
            "openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-keyout",
            key, "-out", folder.file("certificate.pem"), "-subj", "/CN=test", "-addext",
            "subjectAltName=\(name)",
        ]).successful()
        let both = try [file, key].map { try Data(contentsOf: URL(filePath: $0)) }
        try folder.write(both[0] + both[1], to: "keyed.pem")
        // Icecast reads it only after it has dropped root.
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o711], ofItemAtPath: folder.path)
    }
}
