import Foundation
import Glibc

/// A file that a process writes and a test reads meanwhile.
///
/// Not a pipe: that is open for as long as any process has inherited it.
final class WrittenFile: Sendable {
    /// Where the process writes.
    let descriptor: Int32
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        let path = folder.file("written")
        descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    }

    deinit { close(descriptor) }

    /// All that was written so far.
    var text: String {
        String(
            decoding: FileManager.default.contents(atPath: folder.file("written")) ?? Data(),
            as: UTF8.self)
    }
}
