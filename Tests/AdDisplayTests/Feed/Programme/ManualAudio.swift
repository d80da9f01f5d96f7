import AdDisplay
import Advertising
import Synchronization

/// Grants the audio focus as a test says.
final class ManualAudio: FeedAudio {
    private struct Play {
        let address: String
        let events: AsyncStream<FeedAudioEvent>.Continuation
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

    func play(_ advertisement: Advertisement) -> AsyncStream<FeedAudioEvent> {
        let (stream, events) = AsyncStream.makeStream(of: FeedAudioEvent.self)
        events.onTermination = { [end] reason in
            switch reason {
            case .cancelled: end.yield()
            case .finished: break
            @unknown default: break
            }
        }
        plays.withLock { $0.append(Play(address: advertisement.audioFileURL, events: events)) }
        begin.yield()
        return stream
    }

    /// Sends an event to the newest playback, and waits for one if there is none.
    func send(_ event: FeedAudioEvent) async {
        if addresses.isEmpty { for await _ in begun { break } }
        guard let play = plays.withLock(\.last) else { return }
        play.events.yield(event)
        if event == .ended { play.events.finish() }
    }

    /// Waits until every unfinished playback was stopped.
    func untilGivenBack() async {
        for await _ in over { return }
    }
}
