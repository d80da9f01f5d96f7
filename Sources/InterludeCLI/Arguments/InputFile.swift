import FoundationEssentials
import Glibc
import Platform

/// A file that the operator named as an input. Each way in which it cannot be read is one status.
enum InputFile {
    /// More bytes than a document has.
    static let longestDocument = 4 << 20

    /// Throws unless there is a file at `path` that this process may read, or something else that
    /// bytes come from, such as a named pipe.
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
                    "\(path): is larger than the \(limit) bytes that a document may have; "
                        + "name another")
            }
            bytes.append(contentsOf: chunk[..<count])
        }
    }

    /// What the system call's error number `code` means for the file at `path`.
    static func failure(_ code: Int32, at path: String) -> CommandError {
        switch code {
        case ENOENT, ENOTDIR:
            CommandError(
                .missingInput, "\(path): there is no such file; check the name and the folder")
        case EISDIR:
            CommandError(.missingInput, "\(path): is a folder; name a file in it")
        case EMFILE:
            CommandError(
                .unavailable,
                "\(path): too many files are open in this process; raise the limit with 'ulimit -n'"
            )
        default:
            CommandError(
                .missingInput,
                "\(path): cannot be read: \(SystemError(code: code)); check its permissions")
        }
    }
}
