import Foundation
import Glibc

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
            .map { (number: $0.offset + 1, text: $0.element.trimmingCharacters(in: .whitespaces)) }
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
