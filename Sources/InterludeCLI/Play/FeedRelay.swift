import AdDisplay
import Interlude
import InterludeWeb

/// Passes on what becomes of the programme feed: to the page, and to the event log.
final class FeedRelay: ProgrammeFeedObserver {
    private let session: AudioSession
    private let hub: EventHub
    private let stage: PlayStage

    init(_ session: AudioSession, _ hub: EventHub, _ stage: PlayStage) {
        self.session = session
        self.hub = hub
        self.stage = stage
    }

    func programmeChanged(to rows: [ProgrammeRow]) { hub.programmeChanged(to: rows) }

    func onFeedEvent(_ event: FeedEvent) {
        guard let record = EventRecord(event, at: session.status.outputTime) else { return }
        hub.onEvent(record)
        stage.onEvent(record)
    }
}
