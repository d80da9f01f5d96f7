import MediaTime
import PCMAudio
import Playout

/// The streams of the session: one that is heard, one that may be about to be.
extension SessionLoop {
    func open(_ generation: Int, _ source: String, from frame: FrameTime) {
        // Whether it can be opened and when it is ready are two questions with an answer each.
        let opened = tickets.ask()
        let mailbox = mailbox
        openTickets[generation] = opened
        streams[generation] = parts.streams.open(source, from: frame) { news in
            let event = SessionEvent.source(generation: generation, news)
            switch news {
            case .opened: mailbox.send(.answer(opened, [event]))
            case .failed: mailbox.send(.failed(generation: generation, event))
            case .ready, .ended, .title, .reconnecting, .reconnected: mailbox.send(.event(event))
            }
        }
    }

    func jump(_ generation: Int, to frame: FrameTime) {
        guard let current = streams.max(by: { $0.key < $1.key })?.value else { return }
        streams[generation] = current.jump(to: frame)
    }

    /// Asks the store to say when enough is decoded.
    func awaitReady(_ generation: Int, from frame: FrameTime, _ threshold: Duration) {
        guard let store = streams[generation]?.store else { return }
        let ticket = tickets.ask()
        readyTickets[generation] = ticket
        let mailbox = mailbox
        store.notify(whenReady: frame + threshold.frameCount) {
            mailbox.send(.answer(ticket, [.source(generation: generation, .ready)]))
        }
    }

    /// The stream cannot be played: nothing more is owed by it.
    func fail(_ generation: Int, _ event: SessionEvent) {
        let tickets = [openTickets[generation], readyTickets[generation]].compactMap { $0 }
        openTickets[generation] = nil
        readyTickets[generation] = nil
        for ticket in tickets { answer(ticket, []) }
        handle(event)
    }

    /// Lets go of a stream. Its samples stay while a clip names them.
    func close(_ generation: Int) {
        guard let stream = streams.removeValue(forKey: generation) else { return }
        stream.close()
        retired[generation] = stream.store
        let owed = [openTickets[generation], readyTickets[generation]].compactMap { $0 }
        openTickets[generation] = nil
        readyTickets[generation] = nil
        for ticket in owed { answer(ticket, []) }
    }

    /// Forgets the samples of closed streams that no clip names any more.
    func forgetRetired() {
        let named = Set(machine.score.timeline.clips.map(\.voice))
        retired = retired.filter { named.contains(.stream(generation: $0.key)) }
    }
}
