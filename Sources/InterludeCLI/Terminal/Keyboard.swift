import Dispatch
import Glibc
import Synchronization

/// Reads keys from the terminal while the process is in its foreground.
///
/// Control-Z puts the terminal back before the process stops, and the keys
/// come again when it goes on. Without a terminal nothing ever comes.
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

    /// Listens from now on. `onKey` is called on the keyboard's queue; `onReturn` too, when the
    /// process goes on after a stop and what stood on the terminal should be drawn again.
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
        stopping.activate()
        continuing.activate()
        listen()
    }

    /// Puts the terminal back and stops listening. May be called again.
    func close() {
        let before = state.withLock { state in
            defer { state = .closed }
            return state
        }
        switch before {
        case .closed: return
        // A source may only be let go of while it is active.
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
        // The end of input would be reported for ever.
        guard count > 0 else { return rest() }
        for command in KeyCommand.commands(in: bytes[..<count]) { onKey(command) }
    }
}
