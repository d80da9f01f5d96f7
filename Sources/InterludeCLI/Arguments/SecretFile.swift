import Foundation
import Glibc

/// A file that holds what no argument should, since every user of a machine sees arguments.
struct SecretFile {
    let path: String

    /// Its lines that are not empty, with their numbers from 1, without space at their ends.
    let lines: [(number: Int, text: String)]

    private static let maximumByteCount = 1 << 16

    /// Reads the file, or pipe, at `path`, and says so where every user may read it.
    init(path: String) throws(CommandError) {
        try Location.requireFile(at: path)
        guard let file = FileHandle(forReadingAtPath: path) else {
            throw CommandError(
                .missingInput, "\(path): may not be read; check the file's permissions")
        }
        let bytes: Data
        do {
            bytes = try Self.bytes(of: file)
        } catch {
            throw CommandError(.missingInput, "\(path): cannot be read; check what it is")
        }
        guard bytes.count <= Self.maximumByteCount else {
            throw CommandError(
                .unreadableInput,
                "\(path): is larger than \(Self.maximumByteCount) bytes; name another file")
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw CommandError(.unreadableInput, "\(path): is no text in UTF-8; name another file")
        }
        self.path = path
        lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            .enumerated()
            .map { (number: $0.offset + 1, text: $0.element.trimmingCharacters(in: .whitespaces)) }
            .filter { !$0.text.isEmpty }
        if Self.isOpenToAll(file) {
            Console.say("\(path): every user may read it; change that with chmod go-rwx")
        }
    }

    private static func bytes(of file: FileHandle) throws -> Data {
        var bytes = Data()
        while bytes.count <= maximumByteCount,
            let block = try file.read(upToCount: maximumByteCount + 1), !block.isEmpty
        {
            bytes += block
        }
        return bytes
    }

    private static func isOpenToAll(_ file: FileHandle) -> Bool {
        var status = stat()
        return fstat(file.fileDescriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
            && status.st_mode & S_IROTH != 0
    }
}
