import Glibc
import Synchronization

/// The terminal's mode: as it was found, or giving every key at once and unseen.
///
/// What was changed is put back when the process exits, is stopped or crashes.
enum TerminalMode {
    /// The mode that was found; set before anything is changed, and never again.
    // nonisolated(unsafe): a handler of crashes reads it, where no lock may be taken. It is
    // written once, under `isPrepared`, before those handlers are installed.
    nonisolated(unsafe) private static var found = termios()
    private static let isPrepared = Mutex(false)

    /// Whether standard input is a terminal that this process may change and read.
    static var isForeground: Bool {
        isatty(STDIN_FILENO) == 1 && tcgetpgrp(STDIN_FILENO) == getpgrp()
    }

    /// Lets every key come at once and unseen. Control-C and control-Z stay signals.
    static func takeKeys() {
        guard isForeground, prepare() else { return }
        var mode = found
        mode.c_lflag &= ~tcflag_t(ICANON | ECHO)
        tcsetattr(STDIN_FILENO, TCSANOW, &mode)
    }

    /// Puts the mode back that was found. Safe in a signal's handler.
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
