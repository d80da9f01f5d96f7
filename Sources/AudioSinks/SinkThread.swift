import Dispatch
import Glibc
import MediaTime
import Platform

/// A dedicated thread for a sink, which no thread pool can delay.
package struct SinkThread: Sendable {
    private let ended = DispatchSemaphore(value: 0)

    /// Starts a thread that runs `body`. The system shows at most 15 bytes of `name`.
    package init(
        named name: String, _ body: @escaping @Sendable () -> Void
    ) throws(ThreadFailure) {
        let ended = ended
        try PlatformThread.start(named: name) {
            body()
            ended.signal()
        }
    }

    /// How many times the calling thread has slept and been woken.
    static var wakeUpCount: Int {
        // Linux's RUSAGE_THREAD, which Glibc declares only with _GNU_SOURCE.
        let thread = __rusage_who_t(1)
        var usage = rusage()
        getrusage(thread, &usage)
        return usage.ru_nvcsw
    }

    /// Blocks until the thread has ended, for at most `limit`. Call once.
    ///
    /// Returns `false` if the thread is still running; it is not stopped.
    package func join(within limit: Duration) -> Bool {
        ended.wait(timeout: .now() + limit.inSeconds) == .success
    }
}
