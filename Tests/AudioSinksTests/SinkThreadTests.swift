import Foundation
import Synchronization
import Testing

@testable import AudioSinks

@Suite("A thread of a sink's own")
struct SinkThreadTests {
    @Test("has its name where the system shows it", arguments: 1...20)
    func name(number: Int) throws {
        let shown = SharedText()
        let name = "sink-\(number)"
        let thread = try SinkThread(named: name) {
            // try?: an unreadable file is not the name.
            let comm = try? String(contentsOfFile: "/proc/thread-self/comm", encoding: .utf8)
            shown.value.withLock { $0 = comm ?? "" }
        }
        #expect(thread.join(within: .seconds(10)))
        #expect(shown.value.withLock { $0 } == "\(name)\n")
    }

    private final class SharedText: Sendable {
        let value = Mutex("")
    }
}
