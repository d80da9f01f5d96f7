import AdPlayback
import DequeModule
import MediaTime

/// The interactive breaks of a session, that is true[X]'s pods: the coordinator that leads the
/// stream through them, the renderers, the viewer, and the voice-over.
struct InteractiveBreaks: Hashable, Sendable {
    var coordinator: TruexCoordinator

    /// Whether the stream may have pods.
    var isActive = false

    /// The renderers that are not over.
    var renderers: [TruexToken: Renderer] = [:]

    /// The renderer whose unit was started and has not ended.
    var started: TruexToken?

    /// The listener's actions in earlier units, which later ones depend on.
    var history = TruexHistory()

    /// The facts that the coordinator received last.
    var told = ToldToCoordinator()

    /// When to ask the schedule's server for further pods; `nil` if the schedule has none.
    var ping: Ping?

    /// The session's time; `nil` if that is output time.
    private(set) var time: FrameTime?

    /// The scripted viewer.
    var viewer = ScriptedViewer()

    var voices = Voices()

    /// The events that wait while the coordinator handles another one; `nil` while it handles none.
    var inbox: Deque<TruexCoordinator.Event>?

    /// The voice-overs of choice cards, one at a time.
    struct Voices: Hashable, Sendable {
        var current: VoiceOver?

        /// How many were loaded so far; numbers the next one.
        var count = 0
    }

    /// The facts that the coordinator received last, so that it receives only changes.
    struct ToldToCoordinator: Hashable, Sendable {
        /// The reasons for which a card or a unit stands still.
        var pauses: Set<TruexPause> = []

        /// Whether spots are heard.
        var spots = TruexCoordinator.Spots.idle

        /// The stream frames that a seek can reach.
        var reach: FrameRange?

        /// The stream frame that is heard next.
        var place: FrameTime?
    }

    /// A viewer whose actions are scripted.
    struct ScriptedViewer: Hashable, Sendable {
        /// Whether the session has a script for its viewer.
        var isAlone = false

        /// The remaining actions, in order of time.
        var plan: [ViewerAct] = []
    }

    struct Renderer: Hashable, Sendable {
        var machine: TruexRendererMachine
        let stop: TruexStop.ID
        var wake: FrameTime?
        var view = TruexView.nothing
        /// The session time at which ``view`` was made.
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

    /// The scripted viewer's next action. After the last one of the script, it is the action that
    /// ends what is shown.
    var nextAct: ViewerAct? {
        if let act = viewer.plan.first { return act }
        guard viewer.isAlone, let shown,
            let end = ViewerScript.ending(of: shown.view, from: shown.shownAt)
        else { return nil }
        return ViewerAct(time: end.time, message: end.message)
    }

    /// The session time of the next wake-up; `distantFuture` for none.
    var nextWake: FrameTime {
        let wakes = [coordinator.armedWake, nextAct?.time] + renderers.values.map(\.wake)
        return wakes.compactMap { $0 }.min() ?? .distantFuture
    }

    /// The session's time, which advances even while the stream stands still.
    ///
    /// It is output time unless ``advanceTime(to:)`` was called, as in virtual time.
    func clock(at heard: FrameTime) -> FrameTime { time ?? heard }

    /// The output frame up to which a credit pays for breaks, if session time passes as output does
    /// from frame `heard` on; `nil` without one.
    func paidUntil(at heard: FrameTime) -> FrameTime? {
        coordinator.creditEnd.map { heard + max(0, $0 - clock(at: heard)) }
    }

    /// Sets the session's time.
    mutating func advanceTime(to now: FrameTime) { time = now }

    /// The started renderer, if it shows anything.
    var shown: Renderer? {
        started.flatMap { renderers[$0] }.flatMap { $0.view == .nothing ? nil : $0 }
    }
}
