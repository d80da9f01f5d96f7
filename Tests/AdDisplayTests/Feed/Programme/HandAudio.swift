import AdDisplay
import Advertising
import Synchronization

/// Lends the audio focus as a test says.
final class HandAudio: FeedAudio {
    private struct Play {
        let address: String
        let news: AsyncStream<FeedAudioNews>.Continuation
    }

    private let plays = Mutex<[Play]>([])
    private let begun: AsyncStream<Void>
    private let begin: AsyncStream<Void>.Continuation
    private let over: AsyncStream<Void>
    private let end: AsyncStream<Void>.Continuation

    init() {
        (begun, begin) = AsyncStream.makeStream()
        (over, end) = AsyncStream.makeStream()
    }

    var addresses: [String] { plays.withLock { $0.map(\.address) } }

    func play(_ advertisement: Advertisement) -> AsyncStream<FeedAudioNews> {
        let (stream, news) = AsyncStream.makeStream(of: FeedAudioNews.self)
        news.onTermination = { [end] reason in
            switch reason {
            case .cancelled: end.yield()
            case .finished: break
            @unknown default: break
            }
        }
        plays.withLock { $0.append(Play(address: advertisement.audioFileURL, news: news)) }
        begin.yield()
        return stream
    }

    /// Tells the play that was begun last, and waits for it if none was.
    func tell(_ news: FeedAudioNews) async {
        if addresses.isEmpty { for await _ in begun { break } }
        guard let play = plays.withLock(\.last) else { return }
        play.news.yield(news)
        if news == .ended { play.news.finish() }
    }

    /// Waits until nobody wants to hear a play any more that is not over.
    func untilGivenBack() async {
        for await _ in over { return }
    }
}
