import AdDisplay
import Advertising
import Synchronization

/// Has spots of ads in a feed heard by a session: only while no other waits or is heard, since they
/// come last (contract 5.1).
public final class FeedSpots: FeedAudio, Sendable {
    private let session: AudioSession
    private let state = Mutex(State())

    private struct State {
        var count = 0
        var plays: [Advertisement.ID: AsyncStream<FeedAudioNews>.Continuation] = [:]
    }

    /// No ad server gives such numbers, and no other ad of a page has them.
    private static let firstID = -1_000_000_000

    /// Has spots heard in `session`.
    public init(in session: AudioSession) {
        self.session = session
        session.addDelegate(self)
    }

    public func play(_ advertisement: Advertisement) -> AsyncStream<FeedAudioNews> {
        let (news, outlet) = AsyncStream.makeStream(of: FeedAudioNews.self)
        let status = session.status
        guard status.adBreak == nil, status.waitingSpots.isEmpty else {
            outlet.yield(.refused)
            outlet.finish()
            return news
        }
        let id = state.withLock { state in
            state.count += 1
            state.plays[Self.firstID - state.count] = outlet
            return Self.firstID - state.count
        }
        outlet.onTermination = { [weak self] reason in
            if case .cancelled = reason { self?.giveUp(id) }
        }
        var spot = advertisement
        spot.id = id
        session.send(.push([spot])) { [weak self] reply in
            if reply != .accepted { self?.end(id, with: .refused) }
        }
        return news
    }

    /// Nobody wants to hear the spot any more.
    private func giveUp(_ id: Advertisement.ID) {
        guard state.withLock({ $0.plays.removeValue(forKey: id) }) != nil else { return }
        session.skip(id)
    }

    private func end(_ id: Advertisement.ID, with news: FeedAudioNews) {
        guard let play = state.withLock({ $0.plays.removeValue(forKey: id) }) else { return }
        play.yield(news)
        play.finish()
    }
}

extension FeedSpots: AudioSessionDelegate {
    public func showBanner(of advertisement: Advertisement) {
        guard advertisement.id < Self.firstID else { return }
        if let play = state.withLock({ $0.plays[advertisement.id] }) {
            play.yield(.granted)
        } else {
            // Nobody wanted it any more before it began.
            session.skip(advertisement.id)
        }
    }

    public func onAdvertisementFinished(_ advertisement: Advertisement, _ status: FinishStatus) {
        switch status {
        case .finished: end(advertisement.id, with: .ended)
        case .aborted: end(advertisement.id, with: .lost)
        }
    }

    public func onSessionEnd(_ end: SessionEnd) {
        let plays = state.withLock { state in
            defer { state.plays = [:] }
            return state.plays.values
        }
        for play in plays {
            play.yield(.lost)
            play.finish()
        }
    }
}
