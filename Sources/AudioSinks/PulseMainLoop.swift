import CPulse
import MediaTime

/// Owns one libpulse main loop, which one thread runs.
///
/// The plain loop, not the threaded one: everything happens on the thread that
/// calls ``run(for:)``, so there is no lock that somebody could be kept waiting
/// at.
struct PulseMainLoop: ~Copyable, @unchecked Sendable {
    // @unchecked Sendable: all but `wake` is called on the loop's thread, and libpulse lets that
    // be called anywhere.
    private let loop: OpaquePointer

    init() {
        guard let loop = pa_mainloop_new() else { fatalError("no memory for a main loop") }
        self.loop = loop
    }

    deinit {
        pa_mainloop_free(loop)
    }

    /// What contexts are made with. Valid while the loop lives.
    var api: UnsafeMutablePointer<pa_mainloop_api> { pa_mainloop_get_api(loop) }

    /// Waits for something to happen, at most `limit`, and deals with it.
    func run(for limit: Duration) {
        // A failure of poll shows in the context's state, which is looked at next.
        guard pa_mainloop_prepare(loop, Int32(limit.inSeconds * 1e6)) >= 0 else { return }
        guard pa_mainloop_poll(loop) >= 0 else { return }
        pa_mainloop_dispatch(loop)
    }

    /// Makes ``run(for:)`` return soon. Callable from any thread; never waits.
    func wake() {
        pa_mainloop_wakeup(loop)
    }
}
