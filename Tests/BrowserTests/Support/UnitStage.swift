import AdPlayback
import Foundation
import Interlude
import InterludeWeb
import MediaTime
import Synchronization
import TestServers

/// A player that holds its stream for one unit of true[X], and the page of that player: the rules
/// themselves in real time, with the sample station's unit.
final class UnitStage: Sendable {
    private let hub: EventHub
    private let state: Mutex<State>
    private let files = FaultServer { request, _ in UnitStage.file(request.target) }
    private let began = MonotonicTime.now
    private let events: AsyncStream<TruexEvent>
    private let input: AsyncStream<TruexEvent>.Continuation

    private struct State {
        var machine = TruexRendererMachine(TruexSetup(slotType: .preroll))
        var status: PlayerStatus
    }

    private static let media = URL(filePath: #filePath)
        .appending(path: "../../../../SampleMedia/truex").standardizedFileURL

    init() {
        var status = PlayerStatus(
            state: .playing, source: "http://radio.example/live", title: "The Tide Desk",
            position: .seconds(10))
        status.station = "Lighthouse Radio"
        hub = EventHub(status, sink: "null")
        state = Mutex(State(status: status))
        (events, input) = AsyncStream.makeStream()
    }

    /// What the player's page is served of.
    private var player: ServedPlayer {
        ServedPlayer(
            status: { self.state.withLock { $0.status } },
            carryOut: { _ in .refused("there is nothing but an advertisement here") },
            clickBanner: { _ in }, listen: { _, _ throws(ListenFailure) in throw .notOffered },
            truex: { self.send(.message($0)) }, pictures: AdPictures(SessionOptions()))
    }

    func serve() async throws -> PageServer {
        try await PageServer(PageServerConfiguration(), player, hub)
    }

    func stop() { files.stop() }

    /// Where the unit and its pictures come from.
    var advertiser: String { files.address() }

    /// Shows the unit, which wants so much attention, and whose card waits so long.
    func begin(attention: Duration = .seconds(4), card: Duration? = .seconds(300)) {
        var ad = TruexAdConfiguration(
            adID: 7, campaignName: "Harbour Lights Festival", engagementID: "e1",
            creative: files.address("/engagement.html"))
        ad.attentionTime = attention
        ad.cardTime = card
        ad.images.background = files.address("/card.svg")
        begin(.ad(ad))
    }

    /// Shows the card of who has paid for the stream.
    func beginSponsored(for time: Duration) {
        var sponsor = TruexSponsor(campaignName: "Harbour Lights Festival")
        sponsor.image = files.address("/skip-card.svg")
        sponsor.cardTime = time
        begin(.adFree(sponsor))
    }

    private func begin(_ answer: TruexAnswer) {
        send(.initialize(TruexHistory()))
        send(.start(TruexHistory()))
        send(.fetched(answer))
    }

    /// Waits until the player has been told this of the unit.
    func wait(for isWanted: (TruexEvent) -> Bool) async {
        for await event in events where isWanted(event) { return }
    }

    private var now: FrameTime {
        FrameTime(.nanoseconds(MonotonicTime.now.nanoseconds - began.nanoseconds))
    }

    private func send(_ event: TruexRendererMachine.Event) {
        state.withLock { state in
            for effect in state.machine.receive(event, at: now) {
                carryOut(effect)
            }
            state.status.truex = state.machine.view(at: now)
            hub.onStatusUpdate(state.status)
        }
    }

    private func carryOut(_ effect: TruexRendererMachine.Effect) {
        switch effect {
        case .tell(let event): input.yield(event)
        case .wake(let time):
            // A wake that was taken back harms nothing.
            guard let time else { break }
            let wait = (time.duration - now.duration) / .seconds(1)
            DispatchQueue.global().asyncAfter(deadline: .now() + wait) { [weak self] in
                self?.send(.wake)
            }
        case .fetch, .cancelFetch, .show, .voiceOver, .track, .remember: break
        }
    }

    private static func file(_ target: String) -> [FaultServer.Step] {
        let types = ["html": "text/html; charset=utf-8", "svg": "image/svg+xml"]
        let name = String(target.dropFirst())
        guard let suffix = name.split(separator: ".").last, let type = types[String(suffix)],
            // try?: what is not there is not found.
            let bytes = try? Data(contentsOf: media.appending(path: name))
        else { return .answer(status: "404 Not Found") }
        return .answer(Array(bytes), type: type)
    }
}
