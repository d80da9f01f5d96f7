import AdDisplay
import Advertising

/// A driver without automatic behaviour: a test runs turns, fires timers and answers requests.
final class ManualDriver: FeedDriver {
    /// The ads available to a preroll.
    var ready: (FeedAdRequest) -> FeedAd? = { _ in nil }

    /// All requests for an ad that is available at once.
    private(set) var askedAtOnce: [FeedAdRequest] = []

    /// The unanswered requests, and all requests.
    private(set) var open: [FeedAdRequest] = []
    private(set) var requests: [FeedAdRequest] = []
    private(set) var cancelled: [FeedAdRequest.ID] = []
    private(set) var timers: [FeedAdRequest.ID: Duration] = [:]
    private(set) var turns: [FeedTicket] = []
    private(set) var plays: [(ticket: FeedTicket, advertisement: Advertisement)] = []
    private(set) var released: [FeedTicket] = []

    func readyAd(for request: FeedAdRequest) -> FeedAd? {
        askedAtOnce.append(request)
        return ready(request)
    }

    func load(_ request: FeedAdRequest) {
        requests.append(request)
        open.append(request)
    }

    func cancel(_ id: FeedAdRequest.ID) {
        cancelled.append(id)
        open.removeAll { $0.id == id }
        timers[id] = nil
    }

    func armTimer(for id: FeedAdRequest.ID, after timeout: Duration) {
        timers[id] = timeout
    }

    func disarmTimer(for id: FeedAdRequest.ID) {
        timers[id] = nil
    }

    func enqueueTurn(_ ticket: FeedTicket) {
        turns.append(ticket)
    }

    func requestAudio(_ ticket: FeedTicket, for advertisement: Advertisement) {
        plays.append((ticket, advertisement))
    }

    func releaseAudio(_ ticket: FeedTicket) {
        released.append(ticket)
    }

    /// Returns the next turn, which then counts as run.
    func takeTurn() -> FeedTicket? {
        turns.isEmpty ? nil : turns.removeFirst()
    }

    /// Returns the oldest request, which then counts as answered.
    func takeRequest() -> FeedAdRequest? {
        open.isEmpty ? nil : open.removeFirst()
    }
}
