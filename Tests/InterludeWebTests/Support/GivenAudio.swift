import AdDisplay
import Advertising

/// Has every ad heard at once, for as long as it is wanted.
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

    /// Waits until an ad is not wanted any more.
    func untilGivenBack() async {
        for await _ in ends { return }
    }
}
