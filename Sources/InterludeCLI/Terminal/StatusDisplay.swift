import Dispatch
import FoundationEssentials
import Glibc
import Interlude
import MediaTime
import Synchronization

/// Shows the status of a player on standard error.
///
/// On a terminal, it redraws one line in place, fitted to the window. Elsewhere it prints a line
/// after each notable change. Callable from any thread.
final class StatusDisplay: Sendable {
    private let manner: Manner
    private let state = Mutex(State())
    // nonisolated(unsafe): dispatch sources may be used on any thread, but do not say so.
    nonisolated(unsafe) private let resizing: any DispatchSourceSignal

    private enum Manner: Sendable {
        case inPlace(TextStyle)
        case lines
    }

    private struct State {
        var shown: PlayerStatus?
        /// The line on the terminal.
        var drawn = TerminalText()
    }

    init(environment: [String: String] = ProcessInfo.processInfo.environment) {
        let isTerminal = isatty(STDERR_FILENO) == 1 && environment["TERM"] != "dumb"
        manner = isTerminal ? .inPlace(TextStyle(environment: environment)) : .lines
        resizing = DispatchSource.makeSignalSource(signal: SIGWINCH, queue: .global())
        guard isTerminal else { return }
        resizing.setEventHandler { [weak self] in self?.redraw() }
        resizing.activate()
    }

    deinit {
        // An inactive source must not be released.
        resizing.activate()
        resizing.cancel()
    }

    /// Shows `status` until the next call.
    func show(_ status: PlayerStatus) {
        state.withLock { state in
            let before = state.shown
            state.shown = status
            switch manner {
            case .inPlace(let style):
                draw(StatusLine(width: Self.columns, style: style).text(for: status), &state)
            case .lines:
                if let before, before.isToldLike(status) { return }
                let line = StatusLine(width: nil, style: .plain).text(for: status)
                Console.draw(line + .newLine)
            }
        }
    }

    /// Prints `words` on a line above the status.
    func say(_ words: String) {
        state.withLock { state in
            switch manner {
            case .inPlace:
                let drawn = state.drawn
                draw(TerminalText(), &state)
                Console.say(words)
                draw(drawn, &state)
            case .lines:
                Console.say(words)
            }
        }
    }

    /// Prints `words` in place of the status line.
    func end(with words: String) {
        state.withLock { state in
            switch manner {
            case .inPlace:
                draw(TerminalText(), &state)
                Console.draw(TerminalText(words) + .newLine)
            case .lines: Console.draw(TerminalText(words) + .newLine)
            }
        }
    }

    /// Leaves the last line, with the cursor below it.
    func close() {
        state.withLock { state in
            if state.drawn != TerminalText() { Console.draw(TerminalText() + .newLine) }
            state.drawn = TerminalText()
        }
    }

    /// Draws the line again after the window was resized or overwritten.
    func redraw() {
        state.withLock { state in
            guard case .inPlace(let style) = manner, let shown = state.shown else { return }
            state.drawn = TerminalText()
            draw(StatusLine(width: Self.columns, style: style).text(for: shown), &state)
        }
    }

    private func draw(_ line: TerminalText, _ state: inout State) {
        guard line != state.drawn else { return }
        state.drawn = line
        Console.draw(TerminalText() + .startOfLine + line + .clearRest)
    }

    /// The width of the terminal without its last column, where some terminals wrap.
    private static var columns: Int {
        var size = winsize()
        guard ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 1 else {
            return 79
        }
        return Int(size.ws_col) - 1
    }
}

extension PlayerStatus {
    /// Whether `other` needs no new line after `self`.
    fileprivate func isToldLike(_ other: PlayerStatus) -> Bool {
        state == other.state && (title == other.title || other.adBreak != nil)
            && volume == other.volume
            && adBreak?.spotNumber == other.adBreak?.spotNumber
            && adBreak?.slot == other.adBreak?.slot
            && queuedSpots == other.queuedSpots && underruns == other.underruns
    }
}
