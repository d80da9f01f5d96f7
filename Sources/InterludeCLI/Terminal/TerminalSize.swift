import Glibc
import MediaTime

/// The size of a terminal, in characters.
struct TerminalSize: Hashable, Sendable {
    var columns: Int
    var rows: Int

    /// The size of the terminal at standard error; `nil` if there is none, or it does not tell.
    static var current: TerminalSize? {
        var size = winsize()
        guard ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 1 else {
            return nil
        }
        return TerminalSize(columns: Int(size.ws_col), rows: Int(size.ws_row))
    }
}
