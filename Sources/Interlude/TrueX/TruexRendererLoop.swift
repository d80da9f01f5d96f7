import AdPlayback
import Advertising
import Dispatch
import FoundationEssentials
import HTTPAccess
import MediaTime
import PlainText
import Synchronization

/// Owns the machine of a renderer without a session: passes events to it in order, and carries out
/// its effects.
///
/// Everything but the constants belongs to its queue.
final class TruexRendererLoop: @unchecked Sendable {
    // @unchecked Sendable: mutable state is used on `queue` only.
    private let queue = DispatchQueue(label: "Interlude.Truex")
    /// The start of the unit's clock, which stands still while the machine sleeps.
    private let began = SessionClock.source.now
    private let server: TruexServer
    private let parameters: TruexAdParameters
    private let viewer: TruexViewer
    private let creative: String?
    private let fetchTimeout: Duration
    private let diagnostics: (@Sendable (String) -> Void)?

    private var machine: TruexRendererMachine
    private var tell: (TruexEvent) -> Void = { _ in }
    private var baseView: (any TruexBaseView)?
    private var asking: Task<Void, Never>?
    private var service: TruexService?
    private var alarm: (any DispatchSourceTimer)?

    /// The actions in earlier renderers, on which later ones depend.
    private static let history = Mutex(TruexHistory())

    init(
        _ url: String?, _ parameters: TruexAdParameters, _ slotType: TruexSlotType,
        _ options: TruexAdRendererOptions
    ) {
        var web = WebClientConfiguration(environment: ProcessInfo.processInfo.environment)
        web.addressRule = options.documentAddresses == .any ? .anywhere : .publicOnly
        server = TruexServer(
            client: WebClient(configuration: web), from: .document(typed: nil),
            diagnostics: options.diagnostics)
        self.parameters = parameters
        creative = url
        fetchTimeout = options.fetchTimeout
        diagnostics = options.diagnostics
        viewer = TruexViewer(
            streamID: options.streamID ?? "",
            userID: options.userAdvertisingID ?? options.fallbackAdvertisingID,
            appID: options.appID)
        var setup = TruexSetup(
            slotType: slotType, streamID: options.streamID,
            cancelStream: options.supportsUserCancelStream ? .supported : .unsupported)
        setup.fetchTime = options.fetchTimeout
        machine = TruexRendererMachine(setup)
    }

    /// Starts. `tell` is called on the queue.
    func begin(_ tell: @escaping @Sendable (TruexEvent) -> Void) {
        queue.async {
            self.tell = tell
            self.take(.initialize(Self.history.withLock { $0 }))
        }
    }

    func start(on view: any TruexBaseView) {
        queue.async {
            if self.baseView == nil, !self.machine.state.isOver { self.baseView = view }
            self.take(.start(Self.history.withLock { $0 }))
        }
    }

    func send(_ event: TruexRendererMachine.Event) {
        queue.async { self.take(event) }
    }

    private var now: FrameTime { FrameTime(SessionClock.source.now - began) }

    private func take(_ event: TruexRendererMachine.Event) {
        if case .message(let message) = event { diagnose("the listener: \(message)") }
        for effect in machine.receive(event, at: now) { carryOut(effect) }
    }

    private func carryOut(_ effect: TruexRendererMachine.Effect) {
        switch effect {
        case .fetch: ask()
        case .cancelFetch: asking?.cancel()
        case .wake(let time): setAlarm(at: time)
        case .show(let view):
            baseView?.show(view)
            if view == .nothing { baseView = nil }
        // The view names the voice-over, and the app plays it.
        case .voiceOver: break
        case .tell(let event):
            diagnose("tells \(event)")
            tell(event)
        case .track(let name):
            diagnose("tracks \(name.rawValue)")
            if let service { server.track(name, of: service) }
        case .remember(let fact): Self.history.withLock { $0.note(fact) }
        }
    }

    /// A line may contain text from outside, so it is made printable.
    private func diagnose(_ line: @autoclosure () -> String) {
        diagnostics?(line().printable(limit: 500))
    }

    private func ask() {
        diagnose("asks for an ad")
        let (server, parameters, viewer, limit) = (server, parameters, viewer, fetchTimeout)
        asking = Task {
            let outcome = await Result.of {
                try await server.ask(parameters, for: viewer, within: limit)
            }
            queue.async { self.take(outcome) }
        }
    }

    private func take(_ outcome: Result<TruexServer.Offer, any Error>) {
        switch outcome {
        case .success(let offer):
            service = offer.service
            take(.fetched(offer.answer.showing(creative)))
        case .failure(let error): take(.fetchFailed("\(error)"))
        }
    }

    private func setAlarm(at time: FrameTime?) {
        alarm?.cancel()
        alarm = nil
        guard let time else { return }
        let timer = DispatchSource.makeTimerSource(queue: queue)
        timer.setEventHandler { [weak self] in self?.ring(at: time) }
        timer.schedule(deadline: .now() + max(0, Duration.frames(time - now).inSeconds))
        timer.activate()
        alarm = timer
    }

    /// Handles the machine's timer. A timer that fired slightly early is set again.
    private func ring(at time: FrameTime) {
        guard now >= time else { return setAlarm(at: time) }
        take(.wake)
    }
}

extension TruexAnswer {
    /// The same answer, with `creative` if it names none.
    fileprivate func showing(_ creative: String?) -> TruexAnswer {
        guard case .ad(var ad) = self, ad.creative.isEmpty, let creative else { return self }
        ad.creative = creative
        return .ad(ad)
    }
}

extension TruexView {
    /// The view `frameCount` frames after it was made.
    package func after(frames frameCount: Int) -> TruexView {
        switch self {
        case .choiceCard(var card):
            card.left = card.left?.after(frames: frameCount)
            return .choiceCard(card)
        case .engagement(var engagement):
            engagement.attentionLeft = engagement.attentionLeft.after(frames: frameCount)
            return .engagement(engagement)
        case .skipCard(var card):
            card.left = card.left.after(frames: frameCount)
            return .skipCard(card)
        case .nothing, .loading, .cancelPrompt, .popup: return self
        }
    }
}

extension TruexTimer {
    fileprivate func after(frames frameCount: Int) -> TruexTimer {
        var timer = self
        timer.seconds = max(0, seconds + rate * Duration.frames(frameCount).inSeconds)
        return timer
    }
}
