import Glibc

/// The signal for writing to a connection that the other end has closed.
enum BrokenPipes {
    /// Blocks SIGPIPE on the calling thread, so that such writing is an error and does not end the
    /// process.
    static func block() {
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
    }
}
