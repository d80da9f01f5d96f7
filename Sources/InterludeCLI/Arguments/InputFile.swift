import FoundationEssentials
import Glibc
import PlainText
import Platform

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

    /// Reads all of the file at `path`. `advice` is for a file that is larger than `limit`.
    static func read(
        _ path: String, atMost limit: Int = longestDocument, advice: String = "use a smaller file"
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
                    "\(path): larger than the limit of \(limit) bytes; \(advice)")
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

/// A file with secrets. Other users of the machine can see arguments, but not its contents.
struct SecretFile {
    let path: String

    /// Its lines that are not empty, trimmed, with their numbers from 1.
    let lines: [(number: Int, text: String)]

    private static let maximumByteCount = 1 << 16

    /// Reads the file or pipe at `path`. Prints a warning if other users may read it.
    init(path: String) throws(CommandError) {
        let bytes = try InputFile.read(path, atMost: Self.maximumByteCount)
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw CommandError(.unreadableInput, "\(path): not a text in UTF-8; use another file")
        }
        self.path = path
        lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            .enumerated()
            .map { (number: $0.offset + 1, text: $0.element.trimmed) }
            .filter { !$0.text.isEmpty }
        if Self.isOpenToAll(path) {
            Console.say("\(path): other users may read this file; change that with chmod go-rwx")
        }
    }

    private static func isOpenToAll(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
            && status.st_mode & S_IROTH != 0
    }
}
