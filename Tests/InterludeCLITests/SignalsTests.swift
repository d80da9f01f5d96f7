import Foundation
import Synchronization
import Testing

@testable import InterludeCLI

@Suite("Signals")
struct SignalsTests {
    @Test("the first asks for a clean end, the next for one at once; a closed pipe is no signal")
    func stop() async {
        await #expect(processExitsWith: .success) {
            let stops = Mutex<[Signals.Stop]>([])
            let came = DispatchSemaphore(value: 0)
            let signals = Signals { stop in
                stops.withLock { $0.append(stop) }
                came.signal()
            }
            for number in [SIGPIPE, SIGHUP, SIGTERM, SIGINT] {
                kill(getpid(), number)
                if number != SIGPIPE { came.wait() }
            }
            withExtendedLifetime(signals) {
                let expected: [Signals.Stop] = [
                    .cleanly, .atOnce(status: 128 + SIGTERM), .atOnce(status: 130),
                ]
                precondition(stops.withLock { $0 } == expected)
            }
        }
    }
}
