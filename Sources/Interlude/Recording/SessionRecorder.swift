import Foundation
import PlainText
import Synchronization

/// Records a session.
///
/// A failed write is kept as ``failure`` and ends the recording, not the session.
package final class SessionRecorder: Sendable {
    private let path: String
    private let state: Mutex<State>

    private struct State {
        let file: FileHandle
        var failure: SessionFailure?
    }

    /// Why the recording has ended; `nil` while it continues.
    package var failure: SessionFailure? { state.withLock { $0.failure } }

    /// Creates the file, or opens standard output, and writes the configuration.
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

    /// Writes into an existing file, pipe or device without replacing it.
    ///
    /// A file is made private to the user before its contents are removed and before the first
    /// byte.
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

    /// The error after a failed system call on `path`.
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

/// Encoded JSON whose texts are safe to keep and to print.
enum JSONLine {
    /// `line` without the passwords of addresses, and with escapes for scalars that a terminal
    /// would obey or not know.
    static func safe(_ line: String) -> String {
        var safe = ""
        var text = ""
        var isInText = false
        var isEscaped = false
        for scalar in line.unicodeScalars {
            guard isInText, scalar != "\"" || isEscaped else {
                if scalar == "\"" {
                    safe += text.hidingPasswords.escapingUnprintable
                    text = ""
                    isInText.toggle()
                }
                safe.unicodeScalars.append(scalar)
                continue
            }
            isEscaped = scalar == "\\" && !isEscaped
            text.unicodeScalars.append(scalar)
        }
        return safe + text.escapingUnprintable
    }
}
