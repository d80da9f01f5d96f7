import AdDisplay
import Synchronization

/// Writes down what a programme feed tells, and lets a test wait for it.
final class FeedWitness: ProgrammeFeedObserver {
    private struct State {
        var rows: [ProgrammeRow] = []
        var events: [FeedEvent] = []
    }

    private let state = Mutex(State())
    private let news: AsyncStream<Void>
    private let bell: AsyncStream<Void>.Continuation

    init() {
        (news, bell) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    var rows: [ProgrammeRow] { state.withLock(\.rows) }

    /// The names of what was told for the event log.
    var logged: [String] { state.withLock { $0.events.compactMap(\.logName) } }

    var events: [FeedEvent] { state.withLock(\.events) }

    func programmeChanged(to rows: [ProgrammeRow]) {
        state.withLock { $0.rows = rows }
        bell.yield()
    }

    func onFeedEvent(_ event: FeedEvent) {
        state.withLock { $0.events.append(event) }
        bell.yield()
    }

    /// Waits until what was told is as a test wants it.
    func wait(until isSo: (FeedWitness) -> Bool) async {
        if isSo(self) { return }
        for await _ in news where isSo(self) { return }
    }
}
