import Dispatch
import Glibc
import Synchronization

/// Reads keys from the terminal while the process is in its foreground.
///
/// Control-Z restores the terminal before the process stops, and the keys work again after it
/// continues. Without a terminal there are no keys.
final class Keyboard: Sendable {
    private let queue = DispatchQueue(label: "keyboard")
    // nonisolated(unsafe): dispatch sources may be used on any thread, but do not say so.
    nonisolated(unsafe) private let keys: any DispatchSourceRead
    nonisolated(unsafe) private let stopping: any DispatchSourceSignal
    // The same holds for all three.
    nonisolated(unsafe) private let continuing: any DispatchSourceSignal
    private let state = Mutex(State.resting)

    private enum State {
        case resting, listening, closed
    }

    /// Starts to listen. `onKey` and `onReturn` are called on the keyboard's queue; `onReturn` when the
    /// process continues after a stop, and the terminal must be drawn again.
    init(
        onKey: @escaping @Sendable (KeyCommand) -> Void,
        onReturn: @escaping @Sendable () -> Void = {}
    ) {
        keys = DispatchSource.makeReadSource(fileDescriptor: STDIN_FILENO, queue: queue)
        stopping = DispatchSource.makeSignalSource(signal: SIGTSTP, queue: queue)
        continuing = DispatchSource.makeSignalSource(signal: SIGCONT, queue: queue)
        keys.setEventHandler { [weak self] in self?.read(onKey) }
        stopping.setEventHandler { [weak self] in
            self?.rest()
            kill(getpid(), SIGSTOP)
        }
        continuing.setEventHandler { [weak self] in
            self?.listen()
            onReturn()
        }
        guard isatty(STDIN_FILENO) == 1 else { return }
        for source in [stopping, continuing] {
            let isTaken = DispatchSemaphore(value: 0)
            source.setRegistrationHandler { isTaken.signal() }
            source.activate()
            // Before that, control-Z would leave the terminal without an echo.
            isTaken.wait()
        }
        listen()
    }

    /// Restores the terminal and stops listening. May be called again.
    func close() {
        let before = state.withLock { state in
            defer { state = .closed }
            return state
        }
        switch before {
        case .closed: return
        // A source may only be released while it is active.
        case .resting: keys.resume()
        case .listening: TerminalMode.restore()
        }
        for source in [stopping, continuing] { source.activate() }
        keys.cancel()
        stopping.cancel()
        continuing.cancel()
    }

    deinit {
        close()
    }

    private func listen() {
        guard TerminalMode.isForeground else { return }
        state.withLock { state in
            guard state == .resting else { return }
            state = .listening
            TerminalMode.takeKeys()
            keys.resume()
        }
    }

    private func rest() {
        state.withLock { state in
            guard state == .listening else { return }
            state = .resting
            keys.suspend()
            TerminalMode.restore()
        }
    }

    private func read(_ onKey: (KeyCommand) -> Void) {
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = Glibc.read(STDIN_FILENO, &bytes, bytes.count)
        // The end of input would be reported again and again.
        guard count > 0 else { return rest() }
        for command in KeyCommand.commands(in: bytes[..<count]) { onKey(command) }
    }
}
