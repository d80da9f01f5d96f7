import Glibc
import Synchronization

/// The mode of the terminal: the original one, or one that delivers each key at once, without echo.
///
/// The original mode is restored when the process exits, stops or crashes.
enum TerminalMode {
    /// The original mode, set once.
    // nonisolated(unsafe): a crash handler reads it, and may not take a lock. It is written once,
    // under `isPrepared`, before the handlers are installed.
    nonisolated(unsafe) private static var found = termios()
    private static let isPrepared = Mutex(false)

    /// Whether standard input is a terminal that this process may change and read.
    static var isForeground: Bool {
        isatty(STDIN_FILENO) == 1 && tcgetpgrp(STDIN_FILENO) == getpgrp()
    }

    /// Delivers each key at once, without echo. Control-C and control-Z remain signals.
    static func takeKeys() {
        guard isForeground, prepare() else { return }
        var mode = found
        mode.c_lflag &= ~tcflag_t(ICANON | ECHO)
        tcsetattr(STDIN_FILENO, TCSANOW, &mode)
    }

    /// Restores the original mode. Safe in a signal handler.
    static func restore() {
        guard tcgetpgrp(STDIN_FILENO) == getpgrp() else { return }
        tcsetattr(STDIN_FILENO, TCSANOW, &found)
    }

    private static func prepare() -> Bool {
        isPrepared.withLock { isPrepared in
            if isPrepared { return true }
            guard tcgetattr(STDIN_FILENO, &found) == 0 else { return false }
            isPrepared = true
            atexit { TerminalMode.restore() }
            for crash in [SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT, SIGFPE] {
                signal(crash) { number in
                    TerminalMode.restore()
                    signal(number, SIG_DFL)
                    raise(number)
                }
            }
            return true
        }
    }
}
