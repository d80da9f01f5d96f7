import Foundation
import Glibc

/// A terminal without a screen: what is written to it is kept, and keys can be pressed.
final class PseudoTerminal {
    private let master: Int32
    /// Held open, so that the terminal outlives the programs that use it.
    let terminal: Int32
    /// The device file.
    let path: String
    private var unread = ""

    init(columns: Int, rows: Int = 24) {
        // TIOCSPTLCK and TIOCGPTN, which Swift cannot import (ioctl_tty(2)).
        let (setLock, getNumber) = (UInt(0x4004_5431), UInt(0x8004_5430))
        master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        var (unlocked, number) = (Int32(0), UInt32(0))
        precondition(
            ioctl(master, setLock, &unlocked) == 0 && ioctl(master, getNumber, &number) == 0)
        path = "/dev/pts/\(number)"
        terminal = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
        resize(columns: columns, rows: rows)
    }

    deinit {
        close(terminal)
        close(master)
    }

    func resize(columns: Int, rows: Int = 24) {
        var size = winsize()
        (size.ws_col, size.ws_row) = (UInt16(columns), UInt16(rows))
        let status = ioctl(master, UInt(TIOCSWINSZ), &size)
        precondition(status == 0)
    }

    /// The modes that decide how keys are delivered.
    var localFlags: tcflag_t {
        var mode = termios()
        tcgetattr(terminal, &mode)
        return mode.c_lflag
    }

    /// Whether each key is delivered at once, without an echo.
    var deliversKeys: Bool { localFlags & tcflag_t(ICANON | ECHO) == 0 }

    func press(_ keys: String) {
        let count = write(master, keys, keys.utf8.count)
        precondition(count == keys.utf8.count)
    }

    /// What was written up to the end of `words`, with line ends as `\n`; `nil` if they do not come
    /// within this many milliseconds. Blocks.
    func text(until words: String, within limit: Int32 = 20_000) -> String? {
        let end = ContinuousClock.now + .milliseconds(Int64(limit))
        while true {
            if let found = unread.firstRange(of: words) {
                defer { unread = String(unread[found.upperBound...]) }
                return String(unread[..<found.upperBound])
            }
            var state = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
            guard .now < end, poll(&state, 1, limit) > 0 else { return nil }
            var bytes = [UInt8](repeating: 0, count: 4096)
            let count = read(master, &bytes, bytes.count)
            guard count > 0 else { return nil }
            unread += String(decoding: bytes[..<count], as: UTF8.self).replacing("\r\n", with: "\n")
        }
    }
}
