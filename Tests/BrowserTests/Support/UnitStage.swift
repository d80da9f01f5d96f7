import AdPlayback
import Foundation
import Interlude
import InterludeWeb
import MediaTime
import Synchronization
import TestServers

/// A player that holds its stream for one true[X] unit, with its page: the real rules in real time,
/// with the sample station's unit.
final class UnitStage: Sendable {
    private let hub: EventHub
    private let state: Mutex<State>
    private let files = FaultServer { request, _ in UnitStage.file(request.target) }
    private let began = MonotonicTime.now
    private let events: AsyncStream<TruexEvent>
    private let input: AsyncStream<TruexEvent>.Continuation
    private let views: AsyncStream<TruexView>
    private let viewInput: AsyncStream<TruexView>.Continuation
    private let lines: AsyncStream<TruexLog>
    private let lineInput: AsyncStream<TruexLog>.Continuation
    private let audiences: AsyncStream<TruexAudience>
    private let audienceInput: AsyncStream<TruexAudience>.Continuation

    private struct State {
        var coordinator: TruexCoordinator
        var machine = TruexRendererMachine(TruexSetup(slotType: .preroll))
        var answer = TruexAnswer.noBid
        var status: PlayerStatus
    }

    /// Where the unit's pod is in the stream.
    static let pod = FrameRange(FrameTime(.seconds(10)), count: 60 * FrameTime.rate)

    private static let media = URL(filePath: #filePath)
        .appending(path: "../../../../SampleMedia/truex").standardizedFileURL

    /// The time limit for a unit without pages.
    init(waitingForPages wait: Duration) {
        var status = PlayerStatus(
            state: .playing, source: "http://radio.example/live", title: "The Tide Desk",
            position: .seconds(10))
        status.station = "Lighthouse Radio"
        hub = EventHub(status)
        var policy = TruexPolicy()
        policy.audienceTimeout = wait
        state = Mutex(State(coordinator: TruexCoordinator(policy: policy), status: status))
        (events, input) = AsyncStream.makeStream()
        (views, viewInput) = AsyncStream.makeStream()
        (lines, lineInput) = AsyncStream.makeStream()
        (audiences, audienceInput) = AsyncStream.makeStream()
    }

    /// The player for the page's server.
    private var player: ServedPlayer {
        ServedPlayer(
            status: { self.state.withLock { $0.status } },
            carryOut: { _ in .refused("there is nothing but an advertisement here") },
            clickBanner: { _ in }, listen: { _, _ throws(ListenFailure) in throw .notOffered },
            truex: { self.send(.message($0)) },
            audience: { audience in
                self.send(.audienceChanged(audience))
                self.audienceInput.yield(audience)
            }, pictures: AdPictures(SessionOptions()))
    }

    func serve() async throws -> PageServer {
        try await PageServer(PageServerConfiguration(), player, hub)
    }

    func stop() { files.stop() }

    /// The base address of the unit and its pictures.
    var advertiser: String { files.address() }

    /// Shows the unit with this attention time and card timeout.
    func begin(attention: Duration = .seconds(4), card: Duration? = .seconds(300)) {
        var ad = TruexAdConfiguration(
            adID: 7, campaignName: "Harbour Lights Festival", engagementID: "e1",
            creative: files.address("/engagement.html"))
        ad.attentionTime = attention
        ad.cardTime = card
        ad.images.background = files.address("/card.svg")
        begin(.ad(ad))
    }

    /// Shows the card of the stream's sponsor.
    func beginSponsored(for time: Duration) {
        var sponsor = TruexSponsor(campaignName: "Harbour Lights Festival")
        sponsor.image = files.address("/skip-card.svg")
        sponsor.cardTime = time
        begin(.adFree(sponsor))
    }

    /// The stream reaches a pod.
    private func begin(_ answer: TruexAnswer) {
        state.withLock { $0.answer = answer }
        let pod = Self.pod
        let placeholder = FrameRange(pod.start, count: FrameTime.rate)
        send(.opened(at: pod.start))
        send(
            .podsChanged([
                TruexPod(
                    id: "pod", range: pod, slotType: .preroll,
                    ads: [
                        .init(range: placeholder, kind: .truex),
                        .init(range: FrameRange(placeholder.end, pod.end), kind: .linear),
                    ])
            ]))
    }

    /// Waits until a page has told that somebody sees it.
    func waitForAudience() async {
        for await audience in audiences where audience == .watching { return }
    }

    /// Waits for this event of the unit.
    func wait(for isWanted: (TruexEvent) -> Bool) async {
        for await event in events where isWanted(event) { return }
    }

    /// The events of the unit, up to its end.
    func eventsUntilEnd() async -> [TruexEvent] {
        var told: [TruexEvent] = []
        for await event in events {
            told.append(event)
            if event.isTerminal { break }
        }
        return told
    }

    /// The present view.
    var view: TruexView { state.withLock { $0.machine.view(at: now) } }

    /// Waits until the time of the view runs, or is paused.
    func wait(untilTime motion: Motion) async {
        guard view.motion != motion else { return }
        for await _ in views where view.motion == motion { return }
    }

    /// Waits for a pause of the time, which may be over by now.
    func waitForStandstill() async {
        for await view in views where view.motion == .standsStill { return }
    }

    enum Motion: Hashable {
        case runs
        case standsStill
    }

    /// Waits for a line of the log about the pod.
    func wait(forLine isWanted: (TruexLog) -> Bool) async {
        for await line in lines where isWanted(line) { return }
    }

    private var now: FrameTime {
        FrameTime(.nanoseconds(MonotonicTime.now.nanoseconds - began.nanoseconds))
    }

    private func send(_ event: TruexCoordinator.Event) {
        state.withLock { state in
            tell(event, &state)
            show(&state)
        }
    }

    private func show(_ state: inout State) {
        let view = state.machine.view(at: now)
        if view != state.status.truex { viewInput.yield(view) }
        state.status.truex = view
        hub.onStatusUpdate(state.status)
    }

    private func tell(_ event: TruexCoordinator.Event, _ state: inout State) {
        for effect in state.coordinator.receive(event, at: now) { carryOut(effect, &state) }
    }

    private func carryOut(_ effect: TruexCoordinator.Effect, _ state: inout State) {
        switch effect {
        case .create: drive(.initialize(TruexHistory()), &state)
        case .start:
            drive(.start(TruexHistory()), &state)
            drive(.fetched(state.answer), &state)
        case .stop: drive(.stop, &state)
        case .pause(_, let reason): drive(.pause(reason), &state)
        case .resume(_, let reason): drive(.resume(reason), &state)
        case .forward(_, let message): drive(.message(message), &state)
        case .endCard: drive(.cardEnded, &state)
        case .wake(let time): setAlarm(at: time) { $0.send(.wake) }
        case .log(let line): lineInput.yield(line)
        case .release, .hold, .fill, .land, .seek, .refuseSeek, .closeStream, .controls, .spots:
            break
        }
    }

    private func drive(_ event: TruexRendererMachine.Event, _ state: inout State) {
        for effect in state.machine.receive(event, at: now) {
            switch effect {
            case .tell(let event):
                input.yield(event)
                tell(.renderer(TruexToken(1), event), &state)
            case .wake(let time):
                setAlarm(at: time) { stage in
                    stage.state.withLock { state in
                        stage.drive(.wake, &state)
                        stage.show(&state)
                    }
                }
            case .fetch, .cancelFetch, .show, .voiceOver, .track, .remember: break
            }
        }
    }

    /// A cancelled wake does no harm.
    private func setAlarm(at time: FrameTime?, _ ring: @escaping @Sendable (UnitStage) -> Void) {
        guard let time else { return }
        let wait = (time.duration - now.duration) / .seconds(1)
        DispatchQueue.global().asyncAfter(deadline: .now() + wait) { [weak self] in
            if let self { ring(self) }
        }
    }

    private static func file(_ target: String) -> [FaultServer.Step] {
        let types = ["html": "text/html; charset=utf-8", "svg": "image/svg+xml"]
        let name = String(target.dropFirst())
        guard let suffix = name.split(separator: ".").last, let type = types[String(suffix)],
            // try?: a missing file is a 404.
            let bytes = try? Data(contentsOf: media.appending(path: name))
        else { return .answer(status: "404 Not Found") }
        return .answer(Array(bytes), type: type)
    }
}

extension TruexView {
    /// The remaining time.
    var secondsLeft: Double { timer?.seconds ?? 0 }

    fileprivate var motion: UnitStage.Motion? {
        timer.map { $0.rate == 0 ? .standsStill : .runs }
    }

    private var timer: TruexTimer? {
        switch self {
        case .choiceCard(let card): card.left
        case .engagement(let unit): unit.attentionLeft
        case .skipCard(let card): card.left
        case .nothing, .loading, .cancelPrompt, .popup: nil
        }
    }
}
