import Dispatch
import Glibc
import Synchronization

/// Turns the signals that ask a process to end into calls, outside of any signal handler.
final class Signals: Sendable {
    /// How urgently the process is asked to end.
    enum Stop: Hashable, Sendable {
        /// Fade, play out, close what is open.
        case cleanly
        /// Leave everything, and exit with this status: it was asked for a second time.
        case atOnce(status: Int32)
    }

    // nonisolated(unsafe): dispatch sources may be used on any thread, but do not say so.
    nonisolated(unsafe) private let sources: [any DispatchSourceSignal]

    /// Calls `onStop` for each SIGINT, SIGTERM and SIGHUP, on a queue of its own, as long as the
    /// value lives; ignores SIGPIPE, so that a closed pipe is an error of the write to it.
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
            // A signal that came earlier would still end the process on the spot.
            isTaken.wait()
            return source
        }
    }

    deinit {
        for source in sources { source.cancel() }
    }

    /// Counts how often the process was asked to end.
    private final class StopCount: Sendable {
        private let wasAsked = Mutex(false)

        func next(after signal: Int32) -> Stop {
            wasAsked.withLock { wasAsked in
                defer { wasAsked = true }
                // As a shell tells of a process that the signal ended.
                return wasAsked ? .atOnce(status: 128 + signal) : .cleanly
            }
        }
    }
}
