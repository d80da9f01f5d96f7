import Glibc
import Interlude
import Platform
import Synchronization

/// Writes the event log of `--events`: one JSON object a line, each written out at once.
///
/// Callable from any thread. After a line that could not be written, no other is tried, so what
/// was written is the log's beginning without a gap.
final class EventLogWriter: Sendable {
    private let descriptor: CInt
    /// What closes the descriptor; standard output stays open.
    private let owner: OwnedDescriptor?
    private let name: String
    private let failure = Mutex<CommandError?>(nil)

    /// Opens the file, empty, or standard output.
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
                .cannotWrite, "\(path): cannot be written: \(error); choose another place")
        }
    }

    /// Writes one line. Waits for the file, and throws what ``check()`` throws.
    func write(_ record: EventRecord) throws(CommandError) {
        let line = record.json.description + "\n"
        failure.withLock { failure in
            guard failure == nil else { return }
            do throws(SystemError) {
                try Descriptor.write(line, to: descriptor)
            } catch {
                failure = CommandError(
                    .cannotWrite,
                    "\(name): the event log cannot be written: \(error); choose another place")
            }
        }
        try check()
    }

    /// Throws if a line could not be written.
    func check() throws(CommandError) {
        if let failure = failure.withLock({ $0 }) { throw failure }
    }
}
