import Foundation
import Glibc

/// An input file named on the command line.
enum InputFile {
    /// The byte limit for documents.
    static let longestDocument = 4 << 20

    /// Throws unless this process may read a file, or a pipe, at `path`.
    static func require(at path: String) throws(CommandError) {
        var state = stat()
        guard stat(path, &state) == 0 else { throw failure(errno, at: path) }
        guard state.st_mode & S_IFMT != S_IFDIR else { throw failure(EISDIR, at: path) }
        guard access(path, R_OK) == 0 else { throw failure(errno, at: path) }
    }

    /// Reads all of the file at `path`.
    static func read(
        _ path: String, atMost limit: Int = longestDocument
    ) throws(CommandError) -> Data {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(errno, at: path) }
        defer { close(descriptor) }
        var bytes = Data()
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = Glibc.read(descriptor, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw failure(errno, at: path) }
            guard count > 0 else { return bytes }
            guard bytes.count + count <= limit else {
                throw CommandError(
                    .unreadableInput,
                    "\(path): larger than the limit of \(limit) bytes; use a smaller file")
            }
            bytes.append(contentsOf: chunk[..<count])
        }
    }

    /// The error for the failed system call on `path` with the error number `code`.
    static func failure(_ code: Int32, at path: String) -> CommandError {
        switch code {
        case ENOENT, ENOTDIR:
            CommandError(
                .missingInput, "\(path): there is no such file; \(Location.advice(onMissing: path))"
            )
        case EISDIR:
            CommandError(.missingInput, "\(path): this is a folder; name a file in it")
        case EMFILE:
            CommandError(
                .unavailable,
                "\(path): this process has too many open files; raise the limit with 'ulimit -n'"
            )
        default:
            CommandError(
                .missingInput,
                "\(path): cannot read the file: \(SystemError(code: code)); check its permissions")
        }
    }
}
