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

    /// Creates the file at `path`, and writes the configuration into it.
    package init(path: String, _ configuration: SessionConfiguration) throws(SessionFailure) {
        guard FileManager.default.createFile(atPath: path, contents: nil),
            let file = FileHandle(forWritingAtPath: path)
        else {
            throw SessionFailure(
                .output, "\(path) cannot be written; try a folder that is there and yours")
        }
        self.path = path
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
                    "\(path) cannot be written: \(error.localizedDescription); try another disk")
            }
        }
    }
}
