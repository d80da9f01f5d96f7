import AdDisplay

/// Observes a feed, and lets a test wait for its changes.
final class FeedWatch: ProgrammeFeedObserver {
    private let changes: AsyncStream<[ProgrammeRow]>
    private let input: AsyncStream<[ProgrammeRow]>.Continuation

    init() {
        (changes, input) = AsyncStream.makeStream()
    }

    /// Waits until `isRight` returns true for the rows.
    func wait(until isRight: ([ProgrammeRow]) -> Bool) async {
        for await rows in changes where isRight(rows) { return }
    }

    func programmeChanged(to rows: [ProgrammeRow]) { input.yield(rows) }
    func onFeedEvent(_ event: FeedEvent) {}
}
