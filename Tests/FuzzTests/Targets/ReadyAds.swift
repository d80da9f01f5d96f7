import AdDisplay
import Advertising

/// Has every ad of a source available at once, and lets each one play.
final class ReadyAds: FeedDriver {
    private let source: RotatingFeedAds
    private var answers: [FeedAnswer] = []

    init(_ source: RotatingFeedAds) {
        self.source = source
    }

    /// The events for the helper, in order.
    func takeAnswers() -> [FeedAnswer] {
        defer { answers = [] }
        return answers
    }

    func readyAd(for request: FeedAdRequest) -> FeedAd? { source.readyAd(for: request) }

    func load(_ request: FeedAdRequest) {
        answers.append(
            source.readyAd(for: request).map { .loaded(request.id, $0) }
                ?? .failed(request.id, .noAd))
    }

    func enqueueTurn(_ ticket: FeedTicket) { answers.append(.turn(ticket)) }

    func requestAudio(_ ticket: FeedTicket, for advertisement: Advertisement) {
        answers += [.audio(ticket, .granted), .audio(ticket, .ended)]
    }

    func cancel(_ id: FeedAdRequest.ID) {}
    func armTimer(for id: FeedAdRequest.ID, after timeout: Duration) {}
    func disarmTimer(for id: FeedAdRequest.ID) {}
    func releaseAudio(_ ticket: FeedTicket) {}
}
