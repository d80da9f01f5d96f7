import Dispatch
import Glibc
import Synchronization

/// Turns termination signals into calls, outside of any signal handler.
final class Signals: Sendable {
    /// How urgently the process is asked to end.
    enum Stop: Hashable, Sendable {
        /// Fade, play out, close what is open.
        case cleanly
        /// Exit at once with this status, after a second request.
        case atOnce(status: Int32)
    }

    // nonisolated(unsafe): dispatch sources may be used on any thread, but do not say so.
    nonisolated(unsafe) private let sources: [any DispatchSourceSignal]

    /// Signals that come within this time after the first belong to the same request: `timeout` and
    /// the end of a terminal signal a process, and then its group.
    static let requestLength = Duration.milliseconds(500)

    /// Calls `onStop` for each request by SIGINT, SIGTERM, SIGHUP or SIGQUIT, on its own queue, while
    /// this value lives. With `onReload`, SIGHUP calls that instead, each time.
    ///
    /// Ignores SIGPIPE, so that writing to a closed pipe is an error.
    init(
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
        onReload: (@Sendable () -> Void)? = nil,
        onStop: @escaping @Sendable (Stop) -> Void
    ) {
        signal(SIGPIPE, SIG_IGN)
        let queue = DispatchQueue(label: "signals")
        let stop = StopCount()
        let isTaken = DispatchSemaphore(value: 0)
        sources = [SIGINT, SIGTERM, SIGHUP, SIGQUIT].map { number in
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler {
                if number == SIGHUP, let onReload { return onReload() }
                if let stop = stop.next(after: number, at: now()) { onStop(stop) }
            }
            source.setRegistrationHandler { isTaken.signal() }
            source.activate()
            return source
        }
        // Before that, a signal would still end the process at once.
        for _ in sources { isTaken.wait() }
    }

    deinit {
        for source in sources { source.cancel() }
    }

    /// The requests so far.
    private final class StopCount: Sendable {
        private let first = Mutex<ContinuousClock.Instant?>(nil)

        /// What a signal asks for; `nil` if it belongs to the first request.
        func next(after signal: Int32, at now: ContinuousClock.Instant) -> Stop? {
            first.withLock { first in
                guard let first else {
                    first = now
                    return .cleanly
                }
                // The status that a shell reports for a process ended by the signal.
                return now - first < requestLength ? nil : .atOnce(status: 128 + signal)
            }
        }
    }
}
