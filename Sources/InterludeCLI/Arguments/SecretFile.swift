import Glibc
import PlainText

/// A file that holds what no argument should, since every user of a machine sees arguments.
struct SecretFile {
    let path: String

    /// Its lines that are not empty, with their numbers from 1, without space at their ends.
    let lines: [(number: Int, text: String)]

    private static let maximumByteCount = 1 << 16

    /// Reads the file, or pipe, at `path`, and says so where every user may read it.
    init(path: String) throws(CommandError) {
        let bytes = try InputFile.read(path, atMost: Self.maximumByteCount)
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw CommandError(.unreadableInput, "\(path): is no text in UTF-8; name another file")
        }
        self.path = path
        lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            .enumerated()
            .map { (number: $0.offset + 1, text: $0.element.trimmed) }
            .filter { !$0.text.isEmpty }
        if Self.isOpenToAll(path) {
            Console.say("\(path): every user may read it; change that with chmod go-rwx")
        }
    }

    private static func isOpenToAll(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
            && status.st_mode & S_IROTH != 0
    }
}
