import Foundation
import Glibc
import Interlude
import PlayerControl
import Synchronization

/// Writes the event log of `--events`: one JSON object per line, each flushed at once.
///
/// Callable from any thread. After a line that could not be written it writes no more, so the log
/// has no gap.
final class EventLogWriter: Sendable {
    private let file: FileHandle
    private let name: String
    private let failure = Mutex<CommandError?>(nil)

    /// Opens standard output or the file, and empties it.
    init(to destination: OutputFile) throws(CommandError) {
        switch destination {
        case .standardOutput:
            file = FileHandle.standardOutput
            name = "standard output"
        case .file(let path):
            file = try Self.create(path)
            name = path
        }
    }

    private static func create(_ path: String) throws(CommandError) -> FileHandle {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else {
            throw CommandError(
                .cannotWrite,
                "\(path): cannot write: \(SystemError.newest); use another file")
        }
        return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    }

    /// Writes one line. Blocks, and throws as ``check()`` does.
    func write(_ record: EventRecord) throws(CommandError) {
        let line = Data((record.json.description + "\n").utf8)
        failure.withLock { failure in
            guard failure == nil else { return }
            do throws(SystemError) {
                try Descriptor.write(line, to: file.fileDescriptor)
            } catch {
                failure = CommandError(
                    .cannotWrite,
                    "\(name): cannot write the event log: \(error); use another file")
            }
        }
        try check()
    }

    /// Throws if a line could not be written.
    func check() throws(CommandError) {
        if let failure = failure.withLock({ $0 }) { throw failure }
    }
}
