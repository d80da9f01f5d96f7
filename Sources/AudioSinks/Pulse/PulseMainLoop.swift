import CPulse
import Glibc
import MediaTime

/// Owns one libpulse main loop, which one thread runs.
///
/// The plain loop, not the threaded one: everything happens on the thread that calls
/// ``run(until:)``, and so there is no lock to wait for.
package struct PulseMainLoop: ~Copyable, @unchecked Sendable {
    // @unchecked Sendable: everything except `wake` is called on the loop's thread, and `wake` only
    // writes to an eventfd.
    private let loop: OpaquePointer

    /// The limit in seconds on one wait.
    private static let longestWait = 60.0

    /// Seconds within which a server responds to a message. 0.1 ms.
    private static let moment = 0.0001

    /// An eventfd, readable from a ``wake()`` until the loop has handled it. The loop's own wake-up
    /// call is lost if it comes before the loop starts to wait.
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

    /// The API for creating contexts. Valid while the loop lives.
    var api: UnsafeMutablePointer<pa_mainloop_api> { pa_mainloop_get_api(loop) }

    /// Blocks until an event or `time`, and handles the event.
    package func run(until time: MonotonicTime) {
        let limit = min(max(0, time.seconds(since: .now)), Self.longestWait)
        // A failure of poll shows in the context's state, which the caller checks next.
        let microseconds = Int32(saturating: (limit * 1e6).rounded(.up))
        guard pa_mainloop_prepare(loop, microseconds) >= 0 else { return }
        guard pa_mainloop_poll(loop) >= 0 else { return }
        pa_mainloop_dispatch(loop)
    }

    /// Handles events for up to 0.1 ms without sleeping. Returns `true` as soon as there was one,
    /// and `false` if there was none.
    func linger() -> Bool {
        let end = MonotonicTime.now.advanced(by: Self.moment)
        // First handle deferred events, such as writing.
        while pa_mainloop_iterate(loop, 0, nil) > 0, MonotonicTime.now < end {}
        while MonotonicTime.now < end {
            if pa_mainloop_iterate(loop, 0, nil) != 0 { return true }
            sched_yield()
        }
        return false
    }

    /// Makes ``run(until:)`` return soon. Callable from any thread; never blocks.
    package func wake() {
        eventfd_write(alarm, 1)
    }
}
