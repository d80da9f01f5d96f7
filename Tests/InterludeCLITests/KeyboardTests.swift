import Foundation
import Glibc
import Synchronization
import Testing

@testable import InterludeCLI

@Suite("Keyboard")
struct KeyboardTests {
    @Test("takes keys from a terminal, and leaves it as it was")
    func terminal() async {
        await #expect(processExitsWith: .success) {
            let master = posix_openpt(O_RDWR | O_NOCTTY)
            guard grantpt(master) == 0, unlockpt(master) == 0, let name = ptsname(master) else {
                fatalError("no terminal is to be had")
            }
            // The terminal becomes this process's own, which has to lead a session for that.
            setsid()
            let terminal = open(name, O_RDWR)
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

/// The flags of the terminal at standard input that say how keys come.
private func localFlags() -> tcflag_t {
    var mode = termios()
    tcgetattr(STDIN_FILENO, &mode)
    return mode.c_lflag
}
