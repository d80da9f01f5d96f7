import Glibc
import Platform
import Synchronization

/// Writes a session down as it happens.
///
/// A write that fails is kept as ``failure`` and ends the recording, not the
/// session.
package final class SessionRecorder: Sendable {
    private let path: String
    private let descriptor: CInt
    /// What closes the descriptor; standard output stays open.
    private let owner: OwnedDescriptor?
    private let newestFailure = Mutex<SessionFailure?>(nil)

    /// Why nothing more is written; `nil` while all is well.
    package var failure: SessionFailure? { newestFailure.withLock { $0 } }

    /// Creates the file if it is to be one, and writes the configuration into it.
    package init(
        to destination: SessionOptions.Recording, _ configuration: SessionConfiguration
    ) throws(SessionFailure) {
        switch destination {
        case .standardOutput:
            descriptor = STDOUT_FILENO
            owner = nil
            path = "standard output"
        case .file(let name):
            let file = try Self.create(name)
            descriptor = file.number
            owner = consume file
            path = name
        }
        write(SessionRecording.Header(configuration))
        if let failure { throw failure }
    }

    /// Writes into what is there, be it a file, a pipe or a device; takes nothing's place.
    ///
    /// A file is the user's alone from before its first byte, also one that was there; what was in
    /// it goes only then.
    private static func create(_ path: String) throws(SessionFailure) -> OwnedDescriptor {
        guard let file = OwnedDescriptor(open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)) else {
            throw failure(path, "cannot be written")
        }
        var state = stat()
        guard fstat(file.number, &state) == 0 else { throw failure(path, "cannot be written") }
        guard state.st_mode & S_IFMT == S_IFREG else { return file }
        if state.st_mode & 0o7777 != 0o600, fchmod(file.number, 0o600) != 0 {
            throw failure(path, "cannot be closed to other users")
        }
        guard ftruncate(file.number, 0) == 0 else { throw failure(path, "cannot be written") }
        return file
    }

    /// What is said of `path` after a system call that failed.
    private static func failure(_ path: String, _ trouble: String) -> SessionFailure {
        SessionFailure(
            .output, "\(path): \(trouble): \(SystemError.newest); choose another place")
    }

    package func record(_ event: SessionEvent) {
        write(event)
    }

    private func write(_ value: some Encodable) {
        newestFailure.withLock { failure in
            guard failure == nil else { return }
            do {
                try Descriptor.write(SessionRecording.line(value).bytes, to: descriptor)
            } catch {
                failure = SessionFailure(
                    .output,
                    "\(path): the recording cannot be written; is there space left?")
            }
        }
    }
}
