import Dispatch
import FoundationEssentials
import Glibc
import Interlude
import MediaTime
import Synchronization

/// Shows the status of a player on standard error.
///
/// On a terminal, it redraws one line in place, fitted to the window. Elsewhere it prints a line
/// after each notable change, and now and then while an outage lasts. Callable from any thread.
final class StatusDisplay: Sendable {
    private let manner: Manner
    /// How long a note or a new volume is shown, in seconds.
    private let noteSeconds: Double
    private let start = ContinuousClock.now
    private let state = Mutex(State())
    // nonisolated(unsafe): dispatch sources may be used on any thread, but do not say so.
    nonisolated(unsafe) private let resizing: any DispatchSourceSignal

    private enum Manner: Sendable {
        case inPlace(TextStyle)
        case lines
    }

    private struct State {
        var shown: PlayerStatus?
        /// Why the last key had no effect, and the number of that note.
        var note: (words: String, number: Int)?
        var noteCount = 0
        /// Whether the volume was changed just now, and how often it was.
        var isVolumeNew = false
        var volumeChangeCount = 0
        var outage = OutageReminder()
        /// The line on the terminal.
        var drawn = TerminalText()
    }

    init(
        environment: [String: String] = ProcessInfo.processInfo.environment,
        noteSeconds: Double = 3
    ) {
        self.noteSeconds = noteSeconds
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
                if let before, before.volume != status.volume { emphasizeVolume(&state) }
                draw(status, style, &state)
            case .lines:
                if let wait = state.outage.take(status, at: ContinuousClock.now - start) {
                    remind(after: wait)
                }
                if let before, before.isToldLike(status) { return }
                let line = StatusLine(width: nil, style: .plain).text(for: status)
                Console.draw(line + .newLine)
            }
        }
    }

    /// Keeps the volume in the line for some seconds, however narrow that is.
    private func emphasizeVolume(_ state: inout State) {
        state.isVolumeNew = true
        state.volumeChangeCount += 1
        let number = state.volumeChangeCount
        DispatchQueue.global().asyncAfter(deadline: .now() + noteSeconds) { [weak self] in
            let isLast = self?.state.withLock { state in
                guard state.volumeChangeCount == number else { return false }
                state.isVolumeNew = false
                return true
            }
            if isLast == true { self?.redraw() }
        }
    }

    /// Prints that an outage still lasts, after `wait` and then now and then.
    private func remind(after wait: Duration) {
        DispatchQueue.global().asyncAfter(deadline: .now() + wait.inSeconds) { [weak self] in
            guard let self else { return }
            let reminder = state.withLock { $0.outage.next(at: ContinuousClock.now - self.start) }
            guard let reminder else { return }
            say(reminder.line)
            remind(after: reminder.wait)
        }
    }

    /// Prints `words` above the status.
    func say(_ words: String) {
        state.withLock { state in
            switch manner {
            case .inPlace: insert(Self.text(of: Console.lines(words, on: .current)), &state)
            case .lines: Console.say(words)
            }
        }
    }

    private static func text(of lines: [String]) -> TerminalText {
        lines.reduce(TerminalText()) { $0 + TerminalText($1) + .newLine }
    }

    /// Draws `address` as a QR code above the status: on a terminal with room for it only.
    func showCode(of address: String) {
        guard case .inPlace(let style) = manner, let size = TerminalSize.current else { return }
        insert(
            AddressCode.lines(of: address, on: size, in: style)
                .reduce(TerminalText()) { $0 + $1 + .newLine })
    }

    /// Draws `lines` above the status.
    private func insert(_ lines: TerminalText) {
        state.withLock { insert(lines, &$0) }
    }

    private func insert(_ lines: TerminalText, _ state: inout State) {
        let drawn = state.drawn
        draw(TerminalText(), &state)
        Console.draw(lines)
        draw(drawn, &state)
    }

    /// Shows why a key had no effect: for some seconds in the status line, or on a line of its own.
    func explain(_ answer: KeyAnswer) {
        switch (answer, manner) {
        case (.command, _): break
        case (.note(let words), .lines): say(words)
        case (.list(let items), .lines): say(items.joined(separator: "  "))
        case (.list(let items), .inPlace):
            let lines = TextColumns.lines(of: items, within: Self.columns)
            insert(Self.text(of: lines))
        case (.note(let words), .inPlace):
            let number = state.withLock { state in
                state.noteCount += 1
                state.note = (words, state.noteCount)
                return state.noteCount
            }
            redraw()
            DispatchQueue.global().asyncAfter(deadline: .now() + noteSeconds) { [weak self] in
                self?.forgetNote(number)
            }
        }
    }

    private func forgetNote(_ number: Int) {
        let isShown = state.withLock { state in
            guard state.note?.number == number else { return false }
            state.note = nil
            return true
        }
        if isShown { redraw() }
    }

    /// Prints `words` in place of the status line.
    func end(with words: String) {
        state.withLock { state in
            state.shown = nil
            state.outage = OutageReminder()
            switch manner {
            case .inPlace:
                draw(TerminalText(), &state)
                Console.draw(Self.text(of: TextColumns.paragraph(words, within: Self.columns)))
            case .lines: Console.draw(TerminalText(words) + .newLine)
            }
        }
    }

    /// Leaves the last line, with the cursor below it.
    func close() {
        state.withLock { state in
            // The error that follows says more than "failed  0:00".
            if case .inPlace = manner, let shown = state.shown, shown.state == .failed,
                shown.position == .zero
            {
                draw(TerminalText(), &state)
            }
            if state.drawn != TerminalText() { Console.draw(TerminalText() + .newLine) }
            state.drawn = TerminalText()
            // A note that ends later draws nothing.
            state.shown = nil
            state.outage = OutageReminder()
        }
    }

    /// Draws the line again after the window was resized or overwritten.
    func redraw() {
        state.withLock { state in
            guard case .inPlace(let style) = manner, let shown = state.shown else { return }
            state.drawn = TerminalText()
            draw(shown, style, &state)
        }
    }

    private func draw(_ status: PlayerStatus, _ style: TextStyle, _ state: inout State) {
        let line = StatusLine(
            width: Self.columns, style: style, isVolumeNew: state.isVolumeNew)
        draw(line.text(for: status, noting: state.note?.words), &state)
    }

    private func draw(_ line: TerminalText, _ state: inout State) {
        guard line != state.drawn else { return }
        state.drawn = line
        Console.draw(TerminalText() + .startOfLine + line + .clearRest)
    }

    /// The width of the terminal without its last column, where some terminals wrap.
    private static var columns: Int { (TerminalSize.current?.columns ?? 80) - 1 }
}

extension PlayerStatus {
    /// Whether `other` needs no new line after `self`.
    fileprivate func isToldLike(_ other: PlayerStatus) -> Bool {
        state == other.state && (title == other.title || other.adBreak != nil)
            && station == other.station && volume == other.volume && mute == other.mute
            && adVolume == other.adVolume
            && adBreak?.spotNumber == other.adBreak?.spotNumber
            && adBreak?.slot == other.adBreak?.slot
            && queuedSpots == other.queuedSpots && underruns == other.underruns
    }
}
