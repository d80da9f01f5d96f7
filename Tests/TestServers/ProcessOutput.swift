import Foundation
import Glibc

/// What a ``ServerProcess`` writes, taken in by a thread of its own as it comes.
///
/// If the process is started again, what it writes then comes after what it wrote before.
package final class ProcessOutput: Sendable {
    private struct State {
        var bytes = Data()
        /// How many may still write.
        var writerCount = 0
    }

    private let state = Watched(State())

    package init() {}

    /// All that was written so far.
    package var bytes: Data { state.current.bytes }

    /// All that was written so far, read as text.
    package var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Waits until `answer` finds something in what was written, and returns it. Blocks.
    ///
    /// Returns `nil` if `limit` is over before, or if nobody is left who could write more.
    package func wait<Answer>(
        within limit: Duration, for answer: (Data) -> Answer?
    ) -> Answer? {
        state.wait(within: limit) { state -> Answer?? in
            if let found = answer(state.bytes) { return .some(found) }
            return state.writerCount == 0 ? .some(nil) : nil
        } ?? nil
    }

    /// Waits for a line that holds `words` and comes after the first `byteCount` bytes. Blocks.
    func waitForLine(
        holding words: String, after byteCount: Int = 0, within limit: Duration = .seconds(20)
    ) -> Bool {
        wait(within: limit) { $0.dropFirst(byteCount).firstRange(of: Data(words.utf8)) } != nil
    }

    /// Waits until everything is there that a process wrote which has ended. Blocks.
    package func waitForEnd() {
        _ = state.wait(within: .seconds(10)) { $0.writerCount == 0 ? true : nil }
    }

    /// A descriptor for one process to write at, to be closed once the process has it.
    func open() throws -> Int32 {
        var ends: [Int32] = [0, 0]
        // No other process may inherit an end, or it would not be over with this one; and only
        // sockets come with that set.
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
