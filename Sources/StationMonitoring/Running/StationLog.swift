import Glibc
import Interlude
import Platform
import Synchronization

/// The event log of a station: one JSON object per line, after those that are in the file already.
///
/// Callable from any thread.
final class StationLog: Sendable {
    let path: String
    private let state: Mutex<State>
    private let say: @Sendable (String) -> Void

    private struct State: ~Copyable {
        var file: OwnedDescriptor
        /// Whether the last line could not be written.
        var hasFailed = false
    }

    /// Opens `FOLDER/NAME.jsonl`, with the name of the station percent-encoded.
    ///
    /// `say` gets a line if the log cannot be written; it goes on with the next event.
    init(
        of station: String, in folder: String, say: @escaping @Sendable (String) -> Void
    ) throws(MonitorFailure) {
        path = "\(folder)/\(StationList.logName(of: station))"
        self.say = say
        do throws(SystemError) {
            state = Mutex(State(file: try Self.open(path)))
        } catch {
            throw MonitorFailure(
                .cannotWrite, "\(path): cannot write: \(error); choose another folder for logs")
        }
    }

    private static func open(_ path: String) throws(SystemError) -> OwnedDescriptor {
        try OwnedDescriptor(opening: path, O_WRONLY | O_CREAT | O_APPEND, mode: 0o644)
    }

    /// Writes a line. Blocks.
    func write(_ record: EventRecord) {
        let line = record.json.description + "\n"
        let complaint = state.withLock { state -> String? in
            do throws(SystemError) {
                try Descriptor.write(line, to: state.file.number)
                state.hasFailed = false
                return nil
            } catch {
                defer { state.hasFailed = true }
                return state.hasFailed ? nil : "\(path): cannot write: \(error)"
            }
        }
        if let complaint { say(complaint) }
    }

    /// Opens the file again, which may have been renamed or removed.
    func reopen() {
        let complaint = state.withLock { state -> String? in
            do throws(SystemError) {
                state.file = try Self.open(path)
                return nil
            } catch {
                return "\(path): cannot write: \(error); the log goes on where it was"
            }
        }
        if let complaint { say(complaint) }
    }
}
