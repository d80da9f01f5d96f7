import AdDisplay
import Advertising

/// Does nothing by itself: a test says when a turn comes, a timer is due, and an ad is there.
final class ManualDriver: FeedDriver {
    /// What a preroll finds.
    var ready: (FeedAdRequest) -> FeedAd? = { _ in nil }

    /// Every request there was for an ad that is there already.
    private(set) var askedAtOnce: [FeedAdRequest] = []

    /// The requests that wait for an answer, and every one there was.
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

    /// The next turn, which is over once it is taken.
    func takeTurn() -> FeedTicket? {
        turns.isEmpty ? nil : turns.removeFirst()
    }

    /// The request that waits longest, which is answered once it is taken.
    func takeRequest() -> FeedAdRequest? {
        open.isEmpty ? nil : open.removeFirst()
    }
}
