import Foundation
import Synchronization

/// Writes a session down as it happens.
///
/// A write that fails is kept as ``failure`` and ends the recording, not the
/// session.
package final class SessionRecorder: Sendable {
    private let path: String
    private let state: Mutex<State>

    private struct State {
        let file: FileHandle
        var failure: SessionFailure?
    }

    /// Why nothing more is written; `nil` while all is well.
    package var failure: SessionFailure? { state.withLock { $0.failure } }

    /// Creates the file if it is to be one, and writes the configuration into it.
    package init(
        to destination: SessionOptions.Recording, _ configuration: SessionConfiguration
    ) throws(SessionFailure) {
        let file: FileHandle
        switch destination {
        case .standardOutput: (file, path) = (FileHandle.standardOutput, "standard output")
        case .file(let name):
            (file, path) = (try Self.create(name), name)
        }
        state = Mutex(State(file: file))
        write(SessionRecording.Header(configuration))
        if let failure { throw failure }
    }

    /// Writes into what is there, be it a file, a pipe or a device; takes nothing's place.
    ///
    /// A file is the user's alone from before its first byte, also one that was there; what was in
    /// it goes only then.
    private static func create(_ path: String) throws(SessionFailure) -> FileHandle {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure(path, "cannot be written") }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        var state = stat()
        guard fstat(descriptor, &state) == 0 else { throw failure(path, "cannot be written") }
        guard state.st_mode & S_IFMT == S_IFREG else { return file }
        if state.st_mode & 0o7777 != 0o600, fchmod(descriptor, 0o600) != 0 {
            throw failure(path, "cannot be closed to other users")
        }
        guard ftruncate(descriptor, 0) == 0 else { throw failure(path, "cannot be written") }
        return file
    }

    /// What is said of `path` after a system call that failed.
    private static func failure(_ path: String, _ trouble: String) -> SessionFailure {
        let reason = String(cString: strerror(errno))
        return SessionFailure(.output, "\(path): \(trouble): \(reason); choose another place")
    }

    package func record(_ event: SessionEvent) {
        write(event)
    }

    private func write(_ value: some Encodable) {
        state.withLock { state in
            guard state.failure == nil else { return }
            do {
                try state.file.write(contentsOf: SessionRecording.line(value))
            } catch {
                state.failure = SessionFailure(
                    .output,
                    "\(path): the recording cannot be written; is there space left?")
            }
        }
    }
}
