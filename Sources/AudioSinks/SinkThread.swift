import Dispatch
import Foundation
import Glibc
import MediaTime

/// A thread of a sink's own, so that no pool can keep it waiting.
package struct SinkThread: Sendable {
    private let ended = DispatchSemaphore(value: 0)

    /// Starts a thread that runs `body`. The system shows at most 15 bytes of `name`.
    package init(named name: String, _ body: @escaping @Sendable () -> Void) {
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

    /// How often the calling thread has slept and been woken again.
    static var wakeUpCount: Int {
        // Linux's RUSAGE_THREAD, which Glibc shows to none but GNU C.
        let thread = __rusage_who_t(1)
        var usage = rusage()
        getrusage(thread, &usage)
        return usage.ru_nvcsw
    }

    /// Waits until the thread has ended, at most `limit`. Call once.
    ///
    /// Returns `false` if the thread still runs; it is then left alone.
    package func join(within limit: Duration) -> Bool {
        ended.wait(timeout: .now() + limit.inSeconds) == .success
    }
}
