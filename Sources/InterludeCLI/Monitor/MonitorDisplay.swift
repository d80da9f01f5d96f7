import FoundationEssentials
import Glibc
import StationMonitoring
import Synchronization

/// Shows what a monitor tells: a table on the terminal at standard error, which stays in place, and
/// alarms as lines of JSON on standard output.
///
/// Callable from any thread.
final class MonitorDisplay: Sendable {
    /// The style of the table; `nil` without one.
    private let style: TextStyle?
    private let writesAlarms: Bool
    private let state = Mutex(State())

    private struct State {
        var drawn: [TerminalText] = []
        var failure: CommandError?
    }

    /// Shows the table unless `json` says that a terminal gets lines of JSON, or there is none.
    init(
        json: Bool, environment: [String: String] = ProcessInfo.processInfo.environment
    ) {
        let outputIsTerminal = isatty(STDOUT_FILENO) == 1
        let hasTerminal = isatty(STDERR_FILENO) == 1 && environment["TERM"] != "dumb"
        let hasTable = hasTerminal && !(json && outputIsTerminal)
        style = hasTable ? TextStyle(environment: environment) : nil
        writesAlarms = json || !outputIsTerminal || !hasTable
    }

    /// Whether the terminal that had the table is gone.
    var hasLostTerminal: Bool { style != nil && isatty(STDERR_FILENO) != 1 }

    /// Draws the table in the place of the earlier one.
    func show(_ snapshot: MonitorSnapshot) {
        guard let style else { return }
        let size = TerminalSize.current ?? TerminalSize(columns: 80, rows: 24)
        let lines = MonitorTable(size: size, style: style).lines(of: snapshot)
        state.withLock { state in
            guard lines != state.drawn else { return }
            Console.draw(Self.start(of: state.drawn) + Self.text(of: lines))
            state.drawn = lines
        }
    }

    /// Prints `words`, above the table if there is one.
    func say(_ words: String) {
        state.withLock { state in
            guard style != nil else { return Console.say(words) }
            let said = Console.lines(words, on: .current).map { TerminalText($0) }
            Console.draw(Self.start(of: state.drawn) + Self.text(of: said + state.drawn))
        }
    }

    /// Writes the line of JSON. Returns `false` if it cannot be written, which ``check()`` throws.
    func tell(_ notice: AlarmNotice) -> Bool {
        guard writesAlarms else { return true }
        do throws(CommandError) {
            try Console.print(json: notice.json.description)
            return true
        } catch {
            state.withLock { $0.failure = error }
            return false
        }
    }

    /// Throws if an alarm could not be written.
    func check() throws(CommandError) {
        if let failure = state.withLock({ $0.failure }) { throw failure }
    }

    /// Moves to the first of the `drawn` lines, and clears them.
    private static func start(of drawn: [TerminalText]) -> TerminalText {
        drawn.reduce(TerminalText() + .startOfLine) { text, _ in text + .lineUp } + .clearBelow
    }

    private static func text(of lines: [TerminalText]) -> TerminalText {
        lines.reduce(TerminalText()) { $0 + $1 + .newLine }
    }
}
