import Foundation
import Glibc

/// The output of a ``ServerProcess``, read by its own thread as it arrives.
///
/// If the process is started again, its output is appended.
package final class ProcessOutput: Sendable {
    private struct State {
        var bytes = Data()
        /// The number of open writers.
        var writerCount = 0
    }

    private let state = Watched(State())

    package init() {}

    /// The output so far.
    package var bytes: Data { state.current.bytes }

    /// The output so far as text.
    package var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Waits until `answer` returns a value for the output, and returns that. Blocks.
    ///
    /// Returns `nil` after `limit`, or if no writer is left.
    package func wait<Answer>(
        within limit: Duration, for answer: (Data) -> Answer?
    ) -> Answer? {
        state.wait(within: limit) { state -> Answer?? in
            if let found = answer(state.bytes) { return .some(found) }
            return state.writerCount == 0 ? .some(nil) : nil
        } ?? nil
    }

    /// Waits for a line that contains `words` after the first `byteCount` bytes. Blocks.
    package func waitForLine(
        holding words: String, after byteCount: Int = 0, within limit: Duration = .seconds(20)
    ) -> Bool {
        wait(within: limit) { $0.dropFirst(byteCount).firstRange(of: Data(words.utf8)) } != nil
    }

    /// Waits for the whole output of a process that has ended. Blocks.
    package func waitForEnd() {
        _ = state.wait(within: .seconds(10)) { $0.writerCount == 0 ? true : nil }
    }

    /// A descriptor for one process to write to, to be closed once the process has it.
    func open() throws -> Int32 {
        var ends: [Int32] = [0, 0]
        // No other process may inherit an end, or the output would not end with this process. Only
        // sockets are created with that flag.
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, type, 0, &ends) == 0 else {
            throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
        }
        state.change { $0.writerCount += 1 }
        let source = ends[0]
        startThread { self.drain(source) }
        return ends[1]
    }

    private func drain(_ source: Int32) {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = read(source, &buffer, buffer.count)
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { break }
            state.change { $0.bytes.append(contentsOf: buffer[..<count]) }
        }
        close(source)
        state.change { $0.writerCount -= 1 }
    }
}
