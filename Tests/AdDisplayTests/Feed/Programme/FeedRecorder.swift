import AdDisplay
import Synchronization

/// Records the events of a programme feed, and lets a test wait for them.
final class FeedRecorder: ProgrammeFeedObserver {
    private struct State {
        var rows: [ProgrammeRow] = []
        var events: [FeedEvent] = []
    }

    private let state = Mutex(State())
    private let changes: AsyncStream<Void>
    private let bell: AsyncStream<Void>.Continuation

    init() {
        (changes, bell) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    var rows: [ProgrammeRow] { state.withLock(\.rows) }

    /// The names of the events for the event log.
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

    /// Waits until the recorded events meet a condition.
    func wait(until isSo: (FeedRecorder) -> Bool) async {
        if isSo(self) { return }
        for await _ in changes where isSo(self) { return }
    }
}
