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
        let file: FileHandle?
        switch destination {
        case .standardOutput: (file, path) = (.standardOutput, "standard output")
        case .file(let name):
            let isMade = FileManager.default.createFile(atPath: name, contents: nil)
            (file, path) = (isMade ? FileHandle(forWritingAtPath: name) : nil, name)
        }
        guard let file else {
            throw SessionFailure(
                .output, "\(path): cannot be written; choose a folder that is there and yours")
        }
        state = Mutex(State(file: file))
        write(SessionRecording.Header(configuration))
        if let failure { throw failure }
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
