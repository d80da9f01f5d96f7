import AdDisplay
import Advertising
import Synchronization

/// Plays the spots of ads in a feed in a session: only while the stream runs and no other spot waits
/// or is heard, since they come last.
public final class FeedSpots: FeedAudio, Sendable {
    private let session: AudioSession
    private let state = Mutex(State())

    private struct State {
        var count = 0
        var plays: [Advertisement.ID: Play] = [:]
    }

    private struct Play {
        let outlet: AsyncStream<FeedAudioNews>.Continuation
        var stage = Stage.pushed

        enum Stage {
            case pushed
            /// The session has taken it in.
            case waiting
            case heard
        }
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
        guard status.isStreamRunning, status.adBreak == nil, status.waitingSpots.isEmpty else {
            outlet.yield(.refused)
            outlet.finish()
            return news
        }
        let id = state.withLock { state in
            state.count += 1
            state.plays[Self.firstID - state.count] = Play(outlet: outlet)
            return Self.firstID - state.count
        }
        outlet.onTermination = { [weak self] reason in
            if case .cancelled = reason { self?.giveUp(id) }
        }
        var spot = advertisement
        spot.id = id
        session.send(.push([spot])) { [weak self] reply in
            switch reply {
            case .accepted: self?.state.withLock { $0.plays[id]?.stage = .waiting }
            case .refused: self?.end(id, with: .refused)
            }
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
        play.outlet.yield(news)
        play.outlet.finish()
    }
}

extension FeedSpots: AudioSessionDelegate {
    public func showBanner(of advertisement: Advertisement) {
        guard advertisement.id < Self.firstID else { return }
        let play = state.withLock { state in
            state.plays[advertisement.id]?.stage = .heard
            return state.plays[advertisement.id]
        }
        if let play {
            play.outlet.yield(.granted)
        } else {
            // Nobody wanted it any more before it began.
            session.skip(advertisement.id)
        }
    }

    /// Ends plays whose spots were dropped before they were heard, of which no report tells.
    public func onStatusUpdate(_ status: PlayerStatus) {
        // A spot that has just begun does not wait any more, and its banner is not shown yet.
        guard status.adBreak == nil else { return }
        let waiting = Set(status.waitingSpots.map(\.id))
        let dropped = state.withLock { state in
            state.plays.filter { $0.value.stage == .waiting && !waiting.contains($0.key) }.keys
        }
        for id in dropped { end(id, with: .refused) }
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
            play.outlet.yield(.lost)
            play.outlet.finish()
        }
    }
}

extension AudioSession {
    /// Ends the advertisement of that id if it is heard or about to be, and no other: by the time
    /// that the session hears of it, the next one may play. Returns at once.
    func skip(_ id: Advertisement.ID) {
        mailbox.send(
            .perform { loop in
                guard let loop, let layout = loop.machine.plan.layout else { return }
                let placed = loop.machine.breaks.manager.line.first {
                    layout.range(of: $0.token) != nil
                }
                if placed?.advertisement.id == id { loop.handle(.command(.skip)) }
            })
    }
}
