import AdPlayback
import DequeModule
import MediaTime

/// The interactive breaks of a session, true[X]'s pods: the coordinator that leads the stream through
/// them, the renderers, and what they wait for.
struct InteractiveBreaks: Hashable, Sendable {
    var coordinator: TruexCoordinator

    /// Whether the stream may have pods.
    var isActive = false

    /// The renderers that are not over.
    var renderers: [TruexToken: Renderer] = [:]

    /// The renderer whose unit was started and is not over.
    var started: TruexToken?

    /// What the listener did before.
    var history = TruexHistory()

    /// What the coordinator was told of the session.
    var told = ToldToCoordinator()

    /// When further pods are asked for; `nil` where nobody is to be asked.
    var ping: Ping?

    /// What time it is for the session, where that is not output time.
    private(set) var time: FrameTime?

    /// The viewer that is written down, if there is one.
    var viewer = ScriptedViewer()

    var voices = Voices()

    /// What the coordinator is still to be told, while something is told to it.
    var inbox: Deque<TruexCoordinator.Event>?

    /// The voices that speak choice cards, one at a time.
    struct Voices: Hashable, Sendable {
        var current: VoiceOver?

        /// How many have spoken.
        var count = 0
    }

    /// What the coordinator knows of the session, so that it is told what has changed.
    struct ToldToCoordinator: Hashable, Sendable {
        /// Why a card or a unit stands still.
        var pauses: Set<TruexPause> = []

        /// Whether spots are heard.
        var spots = TruexCoordinator.Spots.idle

        /// What of the stream can be gone to.
        var reach: FrameRange?

        /// The stream frame that is heard next.
        var place: FrameTime?
    }

    /// A viewer whose acts are written down, and who answers to nothing else.
    struct ScriptedViewer: Hashable, Sendable {
        /// Whether there is nobody else to answer.
        var isAlone = false

        /// What they are still going to do, in the order of time.
        var plan: [ViewerAct] = []
    }

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

    init(_ configuration: SessionConfiguration) {
        coordinator = TruexCoordinator(policy: configuration.truex)
        viewer.isAlone = configuration.viewer != nil
    }

    /// What the scripted viewer does next: what is written down, or what ends what is shown.
    var nextAct: ViewerAct? {
        if let act = viewer.plan.first { return act }
        guard viewer.isAlone, let shown,
            let end = ViewerScript.ending(of: shown.view, from: shown.shownAt)
        else { return nil }
        return ViewerAct(time: end.time, message: end.message)
    }

    /// When time matters next.
    var nextWake: FrameTime {
        let wakes = [coordinator.armedWake, nextAct?.time] + renderers.values.map(\.wake)
        return wakes.compactMap { $0 }.min() ?? .distantFuture
    }

    /// The session's time, which goes on while the stream stands still.
    ///
    /// That is output time as long as nobody says what time it is, as in virtual time.
    func clock(at heard: FrameTime) -> FrameTime { time ?? heard }

    /// It is `now` for the session.
    mutating func advanceTime(to now: FrameTime) { time = now }

    /// The renderer that is shown, or is about to be.
    var shown: Renderer? {
        started.flatMap { renderers[$0] }.flatMap { $0.view == .nothing ? nil : $0 }
    }
}
