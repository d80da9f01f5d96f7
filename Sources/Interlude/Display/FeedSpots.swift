import AdDisplay
import Advertising
import Synchronization

/// Plays the spots of feed ads in a session, with the lowest priority: only while the stream plays
/// and no other spot waits or plays.
public final class FeedSpots: FeedAudio, Sendable {
    private let session: AudioSession
    private let state = Mutex(State())

    private struct State {
        var count = 0
        var plays: [Advertisement.ID: Play] = [:]
    }

    private struct Play {
        let outlet: AsyncStream<FeedAudioEvent>.Continuation
        var stage = Stage.pushed

        enum Stage {
            case pushed
            /// The session has accepted it.
            case waiting
            case heard
        }
    }

    /// No ad server assigns such ids, and no other ad of a page has them.
    private static let firstID = -1_000_000_000

    /// Plays spots in `session`.
    public init(in session: AudioSession) {
        self.session = session
        session.addDelegate(self)
    }

    public func play(_ advertisement: Advertisement) -> AsyncStream<FeedAudioEvent> {
        let (event, outlet) = AsyncStream.makeStream(of: FeedAudioEvent.self)
        let status = session.status
        guard status.isStreamRunning, status.adBreak == nil, status.waitingSpots.isEmpty else {
            outlet.yield(.refused)
            outlet.finish()
            return event
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
        return event
    }

    /// The spot is no longer wanted.
    private func giveUp(_ id: Advertisement.ID) {
        guard state.withLock({ $0.plays.removeValue(forKey: id) }) != nil else { return }
        session.skip(id)
    }

    private func end(_ id: Advertisement.ID, with event: FeedAudioEvent) {
        guard let play = state.withLock({ $0.plays.removeValue(forKey: id) }) else { return }
        play.outlet.yield(event)
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
            // It was cancelled before it started.
            session.skip(advertisement.id)
        }
    }

    /// Ends plays whose spots were dropped before they were heard, because no report follows.
    public func onStatusUpdate(_ status: PlayerStatus) {
        // The status may be ahead of the reports about heard spots; the manager is not.
        guard let manager = SessionLoop.current?.machine.breaks.manager else { return }
        let dropped = state.withLock { state in
            state.plays.filter { $0.value.stage == .waiting && !manager.contains($0.key) }.keys
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
    /// Skips the advertisement with that id if it plays or is next, and no other, even if the next
    /// one plays by the time of the command. Returns at once.
    func skip(_ id: Advertisement.ID) {
        mailbox.send(.perform { loop in loop?.handle(.advertisements(.skipSpot(id: id))) })
    }
}
