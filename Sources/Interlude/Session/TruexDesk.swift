import AdPlayback
import DequeModule
import MediaTime

/// What a session knows of true[X]: who leads the stream through its pods, the renderers, and what
/// they wait for.
struct TruexDesk: Hashable, Sendable {
    var coordinator: TruexCoordinator

    /// Whether the stream may have pods.
    var isActive = false

    /// The renderers that are not over.
    var renderers: [TruexToken: Renderer] = [:]

    /// The renderer whose unit was started and is not over.
    var started: TruexToken?

    /// What the listener did before.
    var history = TruexHistory()

    /// Whether he may go elsewhere in the stream.
    var controls = TruexCoordinator.Controls.free

    /// Why the coordinator knows that a card or a unit stands still.
    var pauses: Set<TruexPause> = []

    /// Whether the coordinator knows that spots are heard.
    var spots = TruexCoordinator.Spots.idle

    /// What of the stream the coordinator knows can be gone to.
    var reach: FrameRange?

    /// The stream frame that the coordinator knows is heard next.
    var place: FrameTime?

    /// When further pods are asked for; `nil` where nobody is to be asked.
    var ping: Ping?

    /// When the coordinator wants to be told of the time.
    var wake: FrameTime?

    /// What the scripted viewer is still going to do, in the order of time.
    var viewerPlan: [ViewerAct] = []

    /// Whether there is nobody but the scripted viewer to answer.
    var isScripted = false

    /// The voice that speaks the choice card.
    var voiceOver: VoiceOver?

    /// How many voices have spoken.
    var voiceOverCount = 0

    /// What the coordinator is still to be told.
    var inbox: Deque<TruexCoordinator.Event> = []
    var isTelling = false

    struct Renderer: Hashable, Sendable {
        var machine: TruexRendererMachine
        let stop: TruexStop.ID
        var wake: FrameTime?
        var view = TruexView.nothing
        /// The session's time when it was made.
        var shownAt = FrameTime.zero
        /// Whether its first choice card was shown.
        var hasShownCard = false
    }

    struct ViewerAct: Hashable, Sendable {
        var time: FrameTime
        var message: TruexMessage
    }

    init(policy: TruexPolicy) {
        coordinator = TruexCoordinator(policy: policy)
    }

    /// What the scripted viewer does next: what is written down, or what ends what is shown.
    var nextAct: ViewerAct? {
        if let act = viewerPlan.first { return act }
        guard isScripted, let shown,
            let end = ViewerScript.ending(of: shown.view, from: shown.shownAt)
        else { return nil }
        return ViewerAct(time: end.time, message: end.message)
    }

    /// When time matters next.
    var nextWake: FrameTime {
        let wakes = [wake, nextAct?.time] + renderers.values.map(\.wake)
        return wakes.compactMap { $0 }.min() ?? .distantFuture
    }

    /// The renderer that is shown, or is about to be.
    var shown: Renderer? {
        started.flatMap { renderers[$0] }.flatMap { $0.view == .nothing ? nil : $0 }
    }
}
