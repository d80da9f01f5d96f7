import AdDisplay
import Advertising

/// Starts every ad at once, and plays it until it is stopped.
final class GivenAudio: FeedAudio {
    private let ends: AsyncStream<Void>
    private let end: AsyncStream<Void>.Continuation

    init() {
        (ends, end) = AsyncStream.makeStream()
    }

    func play(_ advertisement: Advertisement) -> AsyncStream<FeedAudioEvent> {
        let (news, outlet) = AsyncStream.makeStream(of: FeedAudioEvent.self)
        outlet.onTermination = { [end] _ in end.yield() }
        outlet.yield(.granted)
        return news
    }

    /// Waits until an ad is stopped.
    func untilGivenBack() async {
        for await _ in ends { return }
    }
}
