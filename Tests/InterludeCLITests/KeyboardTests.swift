import Foundation
import Glibc
import Synchronization
import Testing

@testable import InterludeCLI

@Suite("Keyboard")
struct KeyboardTests {
    @Test("reads keys from a terminal, and restores it")
    func terminal() async {
        await #expect(processExitsWith: .success) {
            // The terminal becomes this process's own, so the process has to lead a session.
            setsid()
            let (master, terminal) = openTerminal()
            dup2(terminal, STDIN_FILENO)
            let keys = Mutex<[KeyCommand]>([])
            let all = DispatchSemaphore(value: 0)
            let before = localFlags()
            let keyboard = Keyboard { key in
                keys.withLock { $0.append(key) }
                if key == .quit { all.signal() }
            }
            precondition(localFlags() == before & ~tcflag_t(ICANON | ECHO))
            let written = write(master, "lq", 2)
            precondition(written == 2)
            all.wait()
            precondition(keys.withLock { $0 } == [.live, .quit])
            keyboard.close()
            keyboard.close()
            precondition(localFlags() == before)
        }
    }
}

/// Makes a pseudo-terminal, and returns its master and its slave side.
private func openTerminal() -> (master: Int32, terminal: Int32) {
    // TIOCSPTLCK and TIOCGPTN, which Swift cannot import (ioctl_tty(2)).
    let (setLock, getNumber) = (UInt(0x4004_5431), UInt(0x8004_5430))
    let master = open("/dev/ptmx", O_RDWR | O_NOCTTY)
    var (unlocked, number) = (Int32(0), UInt32(0))
    precondition(ioctl(master, setLock, &unlocked) == 0 && ioctl(master, getNumber, &number) == 0)
    return (master, open("/dev/pts/\(number)", O_RDWR))
}

/// The flags of the terminal at standard input for the delivery of keys.
private func localFlags() -> tcflag_t {
    var mode = termios()
    tcgetattr(STDIN_FILENO, &mode)
    return mode.c_lflag
}
