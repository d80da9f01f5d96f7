import Foundation
import Glibc
import Synchronization
import TestFiles
import Testing

@testable import InterludeCLI

/// Each test has a process of its own that leads a session, so that a terminal becomes its own.
@Suite("Keyboard", .timeLimit(.minutes(2)))
struct KeyboardTests {
    @Test("reads keys from a terminal, and restores it")
    func terminal() async {
        await #expect(processExitsWith: .success) {
            let terminal = PseudoTerminal.ofThisProcess()
            let before = terminal.localFlags
            let keys = Keys()
            let keyboard = Keyboard(onKey: keys.add)
            precondition(terminal.localFlags == before & ~tcflag_t(ICANON | ECHO))
            terminal.press("lq")
            precondition(keys.next(2) == [.live, .quit])
            keyboard.close()
            keyboard.close()
            precondition(terminal.localFlags == before)
        }
    }

    @Test("restores the terminal when nobody needs it any more")
    func released() async {
        await #expect(processExitsWith: .success) {
            let terminal = PseudoTerminal.ofThisProcess()
            var keyboard: Keyboard? = Keyboard { _ in }
            precondition(keyboard != nil && terminal.deliversKeys)
            keyboard = nil
            precondition(!terminal.deliversKeys)
        }
    }

    @Test("gives the terminal back while the process is stopped, and takes it again afterwards")
    func stopped() async throws {
        let folder = try TemporaryFolder()
        let path = folder.file("modes")
        await #expect(processExitsWith: .success) { [path = path as String] in
            let terminal = PseudoTerminal.ofThisProcess()
            let keys = Keys()
            let returned = DispatchSemaphore(value: 0)
            let keyboard = Keyboard(onKey: keys.add, onReturn: { returned.signal() })
            // Writes the modes once this process is stopped, and continues it.
            startShell(
                """
                while ! grep -q '^State:.T' /proc/\(getpid())/status; do :; done
                stty -a < \(terminal.path) > \(path)
                kill -CONT \(getpid())
                """)
            kill(getpid(), SIGTSTP)
            returned.wait()
            // try!: without the modes, this process has to fail.
            let modes = try! String(contentsOfFile: path, encoding: .utf8)
            precondition(modes.contains(" icanon") && modes.contains(" echo "), modes)
            precondition(terminal.deliversKeys)
            terminal.press("s")
            precondition(keys.next(1) == [.skip])
            keyboard.close()
            precondition(!terminal.deliversKeys)
        }
    }

    @Test("is closed after its terminal is gone")
    func hangup() async {
        await #expect(processExitsWith: .success) {
            var terminal: PseudoTerminal? = PseudoTerminal.ofThisProcess()
            let returned = DispatchSemaphore(value: 0)
            let keyboard = Keyboard(onKey: { _ in }, onReturn: { returned.signal() })
            precondition(terminal != nil)
            terminal = nil
            // A continued process tries to listen again.
            kill(getpid(), SIGCONT)
            returned.wait()
            keyboard.close()
        }
    }

    @Test("has no keys without a terminal")
    func none() async {
        await #expect(processExitsWith: .success) {
            dup2(open("/dev/null", O_RDONLY), STDIN_FILENO)
            precondition(!TerminalMode.isForeground)
            Keyboard { _ in preconditionFailure() }.close()
        }
    }
}

extension PseudoTerminal {
    /// A terminal that is this process's own, at standard input.
    fileprivate static func ofThisProcess() -> PseudoTerminal {
        setsid()
        // The terminal goes before the process.
        signal(SIGHUP, SIG_IGN)
        let terminal = PseudoTerminal(columns: 80)
        // Without O_NOCTTY.
        dup2(open(terminal.path, O_RDWR), STDIN_FILENO)
        return terminal
    }
}

/// The keys that a keyboard reported.
private final class Keys: Sendable {
    private let keys = Mutex<[KeyCommand]>([])
    private let count = DispatchSemaphore(value: 0)

    func add(_ key: KeyCommand) {
        keys.withLock { $0.append(key) }
        count.signal()
    }

    /// The next keys. Blocks.
    func next(_ number: Int) -> [KeyCommand] {
        for _ in 0..<number { count.wait() }
        return keys.withLock { keys in
            defer { keys = [] }
            return keys
        }
    }
}

/// Runs `script` beside this process.
private func startShell(_ script: String) {
    var words: [UnsafeMutablePointer<CChar>?] = [strdup("sh"), strdup("-c"), strdup(script)]
    words.append(nil)
    defer { for word in words { free(word) } }
    var process = pid_t()
    let status = posix_spawnp(&process, "sh", nil, nil, words, environ)
    precondition(status == 0)
}
