import Dispatch
import Foundation
import MediaTime

/// A thread of a sink's own, so that no pool can keep it waiting.
struct SinkThread: Sendable {
    private let ended = DispatchSemaphore(value: 0)

    /// Starts a thread that runs `body`. The system shows at most 15 bytes of `name`.
    init(named name: String, _ body: @escaping @Sendable () -> Void) {
        let ended = ended
        Thread.detachNewThread {
            // Foundation tells the system only now and then what a thread is called.
            if let file = fopen("/proc/thread-self/comm", "w") {
                fputs(name, file)
                fclose(file)
            }
            body()
            ended.signal()
        }
    }

    /// Waits until the thread has ended, at most `limit`. Call once.
    ///
    /// Returns `false` if the thread still runs; it is then left alone.
    func join(within limit: Duration) -> Bool {
        ended.wait(timeout: .now() + limit.inSeconds) == .success
    }
}
