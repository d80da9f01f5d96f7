import Glibc
import Platform

/// A CSV document that is written line by line. Of a file, the previous contents stay until
/// ``finish()``.
final class CSVFile {
    /// The file that is written: a draft beside the named one; `nil` for standard output.
    private let owner: OwnedDescriptor?
    private let descriptor: Int32
    private let name: String
    /// The draft that takes the place of the file; `nil` if that is written itself.
    private var draft: String?

    /// Writes the header.
    init(_ destination: OutputFile, header: String) throws(CommandError) {
        switch destination {
        case .standardOutput:
            owner = nil
            descriptor = STDOUT_FILENO
            name = "standard output"
        case .file(let path):
            name = path
            // A device or a pipe has no contents that could stay.
            draft = FileIdentity(path)?.isRegular == false ? nil : "\(path).\(getpid())"
            do throws(SystemError) {
                let file = try OwnedDescriptor(
                    opening: draft ?? path, O_WRONLY | O_CREAT | O_TRUNC, mode: 0o644)
                descriptor = file.number
                owner = consume file
            } catch {
                throw CommandError(
                    .cannotWrite, "\(path): cannot write: \(error); choose another --csv")
            }
        }
        try write([header])
    }

    deinit {
        if let draft { unlink(draft) }
    }

    /// Writes lines, which have no ends. Blocks.
    func write(_ lines: [String]) throws(CommandError) {
        guard !lines.isEmpty else { return }
        do throws(SystemError) {
            // Lines of CSV end with CR and LF (RFC 4180).
            let text = lines.map { $0 + "\r\n" }.joined()
            try Descriptor.write(text, to: descriptor)
        } catch {
            throw CommandError(.cannotWrite, "\(name): \(error); choose another --csv")
        }
    }

    /// Puts the document in the place of the file.
    func finish() throws(CommandError) {
        guard let draft else { return }
        guard rename(draft, name) == 0 else {
            throw CommandError(
                .cannotWrite, "\(name): cannot write: \(SystemError.newest); choose another --csv")
        }
        self.draft = nil
    }
}

/// Which file a path leads to, whatever its name.
struct FileIdentity: Hashable {
    private let device: dev_t
    private let number: ino_t
    let isRegular: Bool

    /// `nil` if there is no file at `path`.
    init?(_ path: String) {
        var state = stat()
        guard stat(path, &state) == 0 else { return nil }
        device = state.st_dev
        number = state.st_ino
        isRegular = state.st_mode & S_IFMT == S_IFREG
    }
}
