import Advertising
import Interlude
import SessionReports
import Synchronization

/// Collects the events and levels of a session, and writes its report. Callable from any thread.
final class SessionReporter: AudioSessionDelegate {
    private let file: ReportFile
    private let facts: [String]
    private let state = Mutex(State())

    private struct State {
        var account = SessionAccount()
        var levels = LevelHistory()
    }

    /// Throws if the file cannot be written. `facts` are shown below the heading of the report.
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

    /// Writes the page. Call after the end of the session.
    func write(_ verdict: SessionVerdict) throws(CommandError) {
        let (account, levels) = state.withLock { ($0.account, $0.levels) }
        try file.write(
            SessionReport(
                facts: facts, account: account, levels: levels, verdict: verdict,
                version: InterludeVersion.text
            ).html)
    }
}
