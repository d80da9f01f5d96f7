import AdDisplay

/// Hears what becomes of a feed, and lets a test wait for it.
final class FeedWatch: ProgrammeFeedObserver {
    private let changes: AsyncStream<[ProgrammeRow]>
    private let input: AsyncStream<[ProgrammeRow]>.Continuation

    init() {
        (changes, input) = AsyncStream.makeStream()
    }

    /// Waits until the rows are as `isRight` says.
    func wait(until isRight: ([ProgrammeRow]) -> Bool) async {
        for await rows in changes where isRight(rows) { return }
    }

    func programmeChanged(to rows: [ProgrammeRow]) { input.yield(rows) }
    func onFeedEvent(_ event: FeedEvent) {}
}
