import Glibc
import MediaTime

/// A file as it is now.
struct ServedFile: Sendable {
    let path: String
    let byteCount: Int

    /// Names these very bytes: a strong `ETag` (RFC 9110, 8.8.3).
    let tag: String

    /// `nil` if there is no file at `path`, or something else than one.
    init?(at path: String) {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        self.path = path
        byteCount = Int(status.st_size)
        let time = status.st_mtim
        tag = "\"\(time.tv_sec)-\(time.tv_nsec)-\(byteCount)\""
    }
}
