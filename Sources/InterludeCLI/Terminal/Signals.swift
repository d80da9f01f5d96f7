import Dispatch
import Glibc
import Synchronization

/// Turns termination signals into calls, outside of any signal handler.
final class Signals: Sendable {
    /// How urgently the process is asked to end.
    enum Stop: Hashable, Sendable {
        /// Fade, play out, close what is open.
        case cleanly
        /// Exit at once with this status, after a second signal.
        case atOnce(status: Int32)
    }

    // nonisolated(unsafe): dispatch sources may be used on any thread, but do not say so.
    nonisolated(unsafe) private let sources: [any DispatchSourceSignal]

    /// Calls `onStop` for each SIGINT, SIGTERM and SIGHUP, on its own queue, while this value lives.
    ///
    /// Ignores SIGPIPE, so that writing to a closed pipe is an error.
    init(onStop: @escaping @Sendable (Stop) -> Void) {
        signal(SIGPIPE, SIG_IGN)
        let queue = DispatchQueue(label: "signals")
        let stop = StopCount()
        let isTaken = DispatchSemaphore(value: 0)
        sources = [SIGINT, SIGTERM, SIGHUP].map { number in
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler { onStop(stop.next(after: number)) }
            source.setRegistrationHandler { isTaken.signal() }
            source.activate()
            // Before that, a signal would still end the process at once.
            isTaken.wait()
            return source
        }
    }

    deinit {
        for source in sources { source.cancel() }
    }

    /// Whether there was a signal before.
    private final class StopCount: Sendable {
        private let wasAsked = Mutex(false)

        func next(after signal: Int32) -> Stop {
            wasAsked.withLock { wasAsked in
                defer { wasAsked = true }
                // The status that a shell reports for a process ended by the signal.
                return wasAsked ? .atOnce(status: 128 + signal) : .cleanly
            }
        }
    }
}
