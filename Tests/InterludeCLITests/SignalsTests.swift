import Foundation
import Synchronization
import Testing

@testable import InterludeCLI

@Suite("Signals")
struct SignalsTests {
    @Test(
        "the first asks for a clean end, as do those that come with it, and a later one for an end at once; a closed pipe is no signal"
    )
    func stop() async {
        await #expect(processExitsWith: .success) {
            let stops = Mutex<[Signals.Stop]>([])
            let came = DispatchSemaphore(value: 0)
            let start = ContinuousClock.now
            let time = Mutex(Duration.zero)
            let signals = Signals {
                defer { came.signal() }
                return time.withLock { start + $0 }
            } onStop: { stop in
                stops.withLock { $0.append(stop) }
            }
            let signalled: [(Int32, Duration)] = [
                (SIGPIPE, .zero), (SIGHUP, .zero), (SIGTERM, .zero),
                (SIGTERM, .milliseconds(499)), (SIGTERM, .milliseconds(500)), (SIGINT, .seconds(9)),
                (SIGQUIT, .seconds(10)),
            ]
            for (number, moment) in signalled {
                time.withLock { $0 = moment }
                kill(getpid(), number)
                if number != SIGPIPE { came.wait() }
            }
            // The last call follows the time.
            while stops.withLock({ $0.count }) < 4 { sched_yield() }
            withExtendedLifetime(signals) {
                let expected: [Signals.Stop] = [
                    .cleanly, .atOnce(status: 128 + SIGTERM), .atOnce(status: 130),
                    .atOnce(status: 131),
                ]
                precondition(stops.withLock { $0 } == expected)
            }
        }
    }

    @Test("SIGHUP asks to read the settings again, each time, where that is possible")
    func reload() async {
        await #expect(processExitsWith: .success) {
            let reloads = Mutex(0)
            let stops = Mutex<[Signals.Stop]>([])
            let came = DispatchSemaphore(value: 0)
            let signals = Signals(
                onReload: {
                    reloads.withLock { $0 += 1 }
                    came.signal()
                },
                onStop: { stop in
                    stops.withLock { $0.append(stop) }
                    came.signal()
                })
            for number in [SIGHUP, SIGHUP, SIGTERM] {
                kill(getpid(), number)
                came.wait()
            }
            withExtendedLifetime(signals) {
                precondition(reloads.withLock { $0 } == 2)
                precondition(stops.withLock { $0 } == [.cleanly])
            }
        }
    }
}
