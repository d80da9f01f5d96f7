import AdDisplay
import Interlude
import InterludeWeb
import Platform

/// The page of a session on the command line.
struct PlayerPage: Sendable {
    private let server: PageServer
    // The session and the feed hold these weakly.
    private let hub: EventHub
    private let relay: FeedRelay

    /// Serves the page of `session`, which must not play yet; `nil` without `--web`.
    ///
    /// `stage` logs the events of the ads on the page.
    init?(
        of session: AudioSession, _ options: PlayCommand, schedule: StreamSchedule?,
        on stage: PlayStage
    ) async throws(CommandError) {
        guard let web = options.page.web else { return nil }
        let token = try options.page.readToken()
        let programme = try options.page.feed.map { path throws(CommandError) in
            try ProgrammePlan.read(path)
        }
        hub = EventHub(session.status)
        session.addDelegate(hub)
        relay = FeedRelay(session, hub, stage)
        let pictures = AdPictures(options.sessionOptions)
        var player = ServedPlayer(session, pictures: pictures)
        player.schedule = schedule?.place
        player.ownSource = session.status.source
        player.ads = try Self.ads(beside: session, options, pictures, hub, stage)
        player.feed = programme.map { [relay] plan in
            ProgrammeFeed(plan, audio: FeedSpots(in: session), observer: relay)
        }
        if let rows = await player.feed?.rows { hub.programmeChanged(to: rows) }
        do {
            server = try await PageServer(
                PageServerConfiguration(
                    host: web.host, port: web.port, token: token,
                    origin: options.page.webOrigin), player, hub)
        } catch {
            throw CommandError(.unavailable, "--web: \(error)")
        }
        stage.announce(server.address)
    }

    /// The ads of the page; `stage` logs their events.
    private static func ads(
        beside session: AudioSession, _ options: PlayCommand, _ pictures: AdPictures,
        _ hub: EventHub, _ stage: PlayStage
    ) throws(CommandError) -> AdPage {
        var configuration = AdPageConfiguration()
        configuration.houseAds = options.page.houseAds
        let ads: AdPage
        do throws(ThreadFailure) {
            ads = try AdPage(configuration, beside: session, pictures: pictures)
        } catch {
            throw CommandError(.unavailable, "\(error)")
        }
        ads.addDelegate(hub)
        ads.addDelegate(stage)
        return ads
    }

    /// Ends all connections and stops serving.
    func close() async { await server.close() }
}

/// Forwards the events of the programme feed to the page and to the event log.
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
