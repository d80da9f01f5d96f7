import CPulse
import Glibc
import MediaTime

/// Owns one libpulse main loop, which one thread runs.
///
/// The plain loop, not the threaded one: everything happens on the thread that
/// calls ``run(until:)``, so there is no lock that somebody could be kept waiting
/// at.
package struct PulseMainLoop: ~Copyable, @unchecked Sendable {
    // @unchecked Sendable: all but `wake` is called on the loop's thread, and libpulse lets that
    // be called anywhere.
    private let loop: OpaquePointer

    /// Seconds that one wait takes at most.
    private static let longestWait = 60.0

    /// Seconds within which a server says what it has to say to something. 0.1 ms.
    private static let moment = 0.0001

    /// Readable from a ``wake()`` on until the loop has seen it. The loop's own way to be woken
    /// forgets what came before it began to wait.
    private let alarm: Int32

    package init() {
        guard let loop = pa_mainloop_new() else { fatalError("no memory for a main loop") }
        self.loop = loop
        alarm = eventfd(0, Int32(EFD_NONBLOCK | EFD_CLOEXEC))
        guard alarm >= 0 else { fatalError("no descriptor to wake a main loop with") }
        let api = pa_mainloop_get_api(loop)
        // Freed with the loop.
        _ = api?.pointee.io_new(
            api, alarm, PA_IO_EVENT_INPUT,
            { _, _, alarm, _, _ in
                var count = eventfd_t()
                eventfd_read(alarm, &count)
            }, nil)
    }

    deinit {
        pa_mainloop_free(loop)
        close(alarm)
    }

    /// What contexts are made with. Valid while the loop lives.
    var api: UnsafeMutablePointer<pa_mainloop_api> { pa_mainloop_get_api(loop) }

    /// Waits for something to happen, until `time` at most, and deals with it.
    package func run(until time: MonotonicTime) {
        let limit = min(max(0, time.seconds(since: .now)), Self.longestWait)
        // A failure of poll shows in the context's state, which is looked at next.
        let microseconds = Int32(saturating: (limit * 1e6).rounded(.up))
        guard pa_mainloop_prepare(loop, microseconds) >= 0 else { return }
        guard pa_mainloop_poll(loop) >= 0 else { return }
        pa_mainloop_dispatch(loop)
    }

    /// Deals with what happens in the next tenth of a millisecond, without going to sleep. Returns
    /// whether anything has, and as soon as it has.
    func linger() -> Bool {
        let end = MonotonicTime.now.advanced(by: Self.moment)
        // What was put off, as writing is, comes first.
        while pa_mainloop_iterate(loop, 0, nil) > 0, MonotonicTime.now < end {}
        while MonotonicTime.now < end {
            if pa_mainloop_iterate(loop, 0, nil) != 0 { return true }
            sched_yield()
        }
        return false
    }

    /// Makes ``run(until:)`` return soon. Callable from any thread; never waits.
    package func wake() {
        eventfd_write(alarm, 1)
    }
}
