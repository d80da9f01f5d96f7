import Advertising
import Interlude
import Synchronization

/// Hears a session, and writes its report when that is over. Callable from any thread.
final class SessionReporter: AudioSessionDelegate {
    private let file: ReportFile
    private let facts: [String]
    private let state = Mutex(State())

    private struct State {
        var account = SessionAccount()
        var levels = LevelHistory()
    }

    /// Refuses a file that cannot be written; `facts` are what the page says of the session.
    init(to destination: OutputFile, facts: [String]) throws(CommandError) {
        file = try ReportFile(destination)
        self.facts = facts
    }

    func onEvent(_ record: EventRecord) {
        state.withLock { $0.account.note(record) }
    }

    func onLevelMeasured(_ level: HeardLevel) {
        state.withLock { $0.levels.add(level) }
    }

    func onAdvertisementFinished(_ advertisement: Advertisement, _ status: FinishStatus) {
        state.withLock { $0.account.note(advertisement) }
    }

    /// Writes the page. Call once the session is over.
    func write(_ end: SessionEnd) throws(CommandError) {
        let (account, levels) = state.withLock { ($0.account, $0.levels) }
        try file.write(
            SessionReport(facts: facts, account: account, levels: levels, end: end).html)
    }
}
