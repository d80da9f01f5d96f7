import Glibc

/// The signal for writing to a connection that the other end has closed.
enum BrokenPipes {
    /// Blocks SIGPIPE on the calling thread, so that such writing is an error and does not end the
    /// process.
    static func block() {
        _ = exchangeMask(SIG_BLOCK, brokenPipe)
    }

    /// Runs `body` with SIGPIPE blocked, on a thread that belongs to somebody else: afterwards its
    /// mask is as it was, and no SIGPIPE of `body` is pending.
    static func blocked<Result, Failure: Error>(
        during body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let wasPending = isPending
        var mask = exchangeMask(SIG_BLOCK, brokenPipe)
        defer {
            if isPending && !wasPending {
                var (signals, noTime) = (brokenPipe, timespec())
                sigtimedwait(&signals, nil, &noTime)
            }
            pthread_sigmask(SIG_SETMASK, &mask, nil)
        }
        return try body()
    }

    private static var brokenPipe: sigset_t {
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGPIPE)
        return signals
    }

    /// Whether the thread or the process has one that is blocked.
    static var isPending: Bool {
        var signals = sigset_t()
        sigpending(&signals)
        return sigismember(&signals, SIGPIPE) == 1
    }

    /// Changes the mask of the thread, and returns the one before.
    private static func exchangeMask(_ change: CInt, _ signals: sigset_t) -> sigset_t {
        var (signals, earlier) = (signals, sigset_t())
        pthread_sigmask(change, &signals, &earlier)
        return earlier
    }
}
