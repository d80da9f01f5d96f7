import Glibc
import Interlude
import Platform
import Synchronization

/// Writes the event log of `--events`: one JSON object per line, each flushed at once.
///
/// Callable from any thread. After a line that could not be written it writes no more, so the log
/// has no gap.
final class EventLogWriter: Sendable {
    private let descriptor: CInt
    /// Closes the descriptor of a file; `nil` for standard output.
    private let owner: OwnedDescriptor?
    private let name: String
    private let failure = Mutex<CommandError?>(nil)

    /// Opens standard output or the file, and empties it.
    init(to destination: OutputFile) throws(CommandError) {
        switch destination {
        case .standardOutput:
            descriptor = STDOUT_FILENO
            owner = nil
            name = "standard output"
        case .file(let path):
            let file = try Self.create(path)
            descriptor = file.number
            owner = consume file
            name = path
        }
    }

    private static func create(_ path: String) throws(CommandError) -> OwnedDescriptor {
        do throws(SystemError) {
            return try OwnedDescriptor(
                opening: path, O_WRONLY | O_CREAT | O_TRUNC, mode: 0o644)
        } catch {
            throw CommandError(
                .cannotWrite, "\(path): cannot write: \(error); use another file")
        }
    }

    /// Writes one line. Blocks, and throws as ``check()`` does.
    func write(_ record: EventRecord) throws(CommandError) {
        let line = record.json.description + "\n"
        failure.withLock { failure in
            guard failure == nil else { return }
            do throws(SystemError) {
                try Descriptor.write(line, to: descriptor)
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
