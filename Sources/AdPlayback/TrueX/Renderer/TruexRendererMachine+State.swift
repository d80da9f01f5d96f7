import MediaTime

extension TruexRendererMachine {
    /// The state of a renderer.
    package enum State: Hashable, Sendable {
        case created
        /// The ad server is being asked.
        case fetching
        /// The ad server is being asked, and the host has started the unit.
        case fetchingWantStart(TruexHistory)
        case ready(TruexAdConfiguration)
        /// No request is needed; the listener's stream is paid for.
        case adFree(TruexSponsor)
        case choiceCard(Card)
        case engaged(Engagement)
        /// The listener is asked whether to go back; the attention time stops.
        case cancelPrompt(Engagement)
        /// The credit is earned, and the listener may stay.
        case credited(Engagement)
        /// An interactive video, which earns nothing and ends by itself.
        case video(Engagement)
        case skipCard(SkipCard)
        /// Ended with this event.
        case done(TruexEvent)
        case stopped

        /// Whether the unit has ended. No event changes that.
        package var isOver: Bool {
            switch self {
            case .done, .stopped: true
            case .created, .fetching, .fetchingWantStart, .ready, .adFree, .choiceCard, .engaged,
                .cancelPrompt, .credited, .video, .skipCard:
                false
            }
        }
    }

    /// The choice between the unit and the pod.
    package struct Card: Hashable, Sendable {
        package let ad: TruexAdConfiguration
        let round: Round
        var countdown = TruexStopwatch()
        var buttons: TruexView.Buttons

        init(_ ad: TruexAdConfiguration, _ round: Round) {
            self.ad = ad
            self.round = round
            buttons = ad.buttonDelay > .zero ? .disabled : .enabled
        }

        /// Whether the listener went back from the unit before.
        enum Round: Hashable {
            case first
            case again
        }
    }

    /// A listener in a unit.
    package struct Engagement: Hashable, Sendable {
        package let ad: TruexAdConfiguration

        /// When the listener entered the unit. The time spent counts from here, pauses included.
        let beganAt: FrameTime

        var attention = TruexStopwatch()

        /// Whether the attention time for a credit is complete.
        var attentionIsMet = false

        var interaction = TruexView.Interaction.missing
        var step: TruexView.Step?

        init(_ ad: TruexAdConfiguration, at now: FrameTime) {
            self.ad = ad
            beganAt = now
        }

        /// Whole seconds since the listener entered the unit.
        func secondsSpent(at now: FrameTime) -> Int { (now - beganAt) / FrameTime.rate }
    }

    /// Shows the sponsor.
    package struct SkipCard: Hashable, Sendable {
        package let sponsor: TruexSponsor
        var countdown = TruexStopwatch()
    }
}

/// Measures elapsed time without the time in which it was held.
package struct TruexStopwatch: Hashable, Sendable {
    /// The frames counted before it was last held.
    private var counted = 0
    private var runningSince: FrameTime?

    /// A stopwatch at 0, held.
    package init() {}

    package enum Motion: Hashable, Sendable {
        case running
        case held
    }

    /// Starts or holds it at `now`. Repeating the same motion has no effect.
    package mutating func set(_ motion: Motion, at now: FrameTime) {
        switch motion {
        case .running:
            if runningSince == nil { runningSince = now }
        case .held:
            counted = elapsed(at: now)
            runningSince = nil
        }
    }

    package func elapsed(at now: FrameTime) -> Int {
        counted + (runningSince.map { now - $0 } ?? 0)
    }

    /// When `duration` will have passed; `nil` while it is held.
    package func reaches(_ duration: Duration) -> FrameTime? {
        runningSince.map { $0 + (duration.frameCount - counted) }
    }

    /// The rest of `duration` for a view.
    package func timer(of duration: Duration, at now: FrameTime) -> TruexTimer {
        let left = max(0, duration.frameCount - elapsed(at: now))
        let runs = runningSince != nil && left > 0
        return TruexTimer(seconds: Duration.frames(left).inSeconds, rate: runs ? -1 : 0)
    }
}
