import MediaTime
import PCMAudio
import Playout

/// The streams of the session: one that is heard, one that may be about to be.
extension SessionLoop {
    func open(
        _ generation: Int, _ source: String, namedBy namer: SourceNamer, from frame: FrameTime
    ) {
        // Whether it can be opened and when it is ready are two questions with an answer each.
        let opened = ask()
        openTickets[generation] = opened
        streams[generation] = parts.streams.open(
            source, namedBy: namer, from: frame, report: report(of: generation, opened: opened))
    }

    func jump(from earlier: Int, _ generation: Int, to frame: FrameTime) {
        guard let stream = streams[earlier] else { return }
        streams[generation] = stream.jump(
            to: frame, report: report(of: generation, opened: nil))
    }

    /// Another source was asked for, and is played now.
    func take(_ generation: Int) {
        // The pods are those of the stream that the session began with.
        if machine.transport.lifecycle.stream != machine.configuration.source { schedule = nil }
        guard let reply = changes.removeValue(forKey: generation) else { return }
        // A status that is asked for after the answer shows it.
        showStatus()
        reply(.accepted)
    }

    /// Tells those who asked for the source of that generation that it is not played.
    func refuse(_ generation: Int, _ reason: String) {
        changes.removeValue(forKey: generation)?(.refused(reason))
    }

    /// Leads a stream's news into the mailbox, as that generation's.
    private func report(
        of generation: Int, opened ticket: PendingReplies<SessionEvent>.Ticket?
    ) -> @Sendable (SourceEvent) -> Void {
        let mailbox = mailbox
        return { news in
            let event = SessionEvent.source(generation: generation, news)
            switch news {
            case .opened:
                mailbox.send(ticket.map { .answer($0, [event]) } ?? .event(event))
            case .ready, .ended, .failed, .title, .reconnecting, .reconnected, .discontinuity,
                .leftBehind, .kept:
                mailbox.send(.event(event))
            }
        }
    }

    /// Asks the store to say when enough is decoded.
    func awaitReady(_ generation: Int, from frame: FrameTime, _ threshold: Duration) {
        guard let stream = streams[generation] else { return }
        let ticket = ask()
        readyTickets[generation] = ticket
        let mailbox = mailbox
        stream.notify(whenReady: frame + threshold.frameCount) {
            mailbox.send(.answer(ticket, [.source(generation: generation, .ready)]))
        }
    }

    /// Lets go of a stream. Its samples stay while a clip names them.
    func close(_ generation: Int) {
        guard let stream = streams.removeValue(forKey: generation) else { return }
        stream.close()
        retired[generation] = stream.store
        keepLoudness(of: generation, stream)
        let owed = [openTickets[generation], readyTickets[generation]].compactMap { $0 }
        openTickets[generation] = nil
        readyTickets[generation] = nil
        for ticket in owed { answer(ticket, []) }
    }

    /// Forgets the samples of closed streams that no clip names any more.
    func forgetRetired() {
        let named = machine.plannedVoices
        retired = retired.filter { named.contains(.stream(generation: $0.key)) }
    }
}
