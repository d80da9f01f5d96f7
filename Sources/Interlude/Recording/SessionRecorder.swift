import Glibc
import PlainText
import Platform
import Synchronization

/// Records a session.
///
/// ``failure`` keeps the error of a failed write, which ends the recording but not the session.
package final class SessionRecorder: Sendable {
    private let path: String
    private let descriptor: CInt
    /// Closes the descriptor of a file; `nil` for standard output.
    private let owner: OwnedDescriptor?
    private let newestFailure = Mutex<SessionFailure?>(nil)

    /// Why the recording has ended; `nil` while it continues.
    package var failure: SessionFailure? { newestFailure.withLock { $0 } }

    /// Creates the file, or opens standard output, and writes the configuration.
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

    /// Writes into an existing file, pipe or device without replacing it.
    ///
    /// A file is made private to the user before its contents are removed and before the first
    /// byte.
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

    /// The error after a failed system call on `path`.
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

/// Encoded JSON whose texts are safe to keep and to print.
enum JSONLine {
    /// `line` without the passwords of addresses, and with escapes in place of unprintable scalars.
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
