import MediaTime

extension TruexRendererMachine {
    /// Where a renderer stands.
    package enum State: Hashable, Sendable {
        case created
        /// The ad server is asked.
        case fetching
        /// It is asked, and the host has started the unit, which is shown once there is one.
        case fetchingWantStart(TruexHistory)
        case ready(TruexAdConfiguration)
        /// There is nothing to be asked: this listener's stream is paid for.
        case adFree(TruexSponsor)
        case choiceCard(Card)
        case engaged(Engagement)
        /// The listener is asked whether he wants to go back; the attention time stands still.
        case cancelPrompt(Engagement)
        /// The credit is earned, and the listener may stay as long as he likes.
        case credited(Engagement)
        /// An interactive video, which earns nothing and ends by itself.
        case video(Engagement)
        case skipCard(SkipCard)
        /// With the event that it ended with.
        case done(TruexEvent)
        case stopped
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

        /// Whether the listener has backed out of the unit before.
        enum Round: Hashable {
            case first
            case again
        }
    }

    /// A listener in a unit.
    package struct Engagement: Hashable, Sendable {
        package let ad: TruexAdConfiguration

        /// When he came in; what he spends there counts on from here through every pause.
        let beganAt: FrameTime

        var attention = TruexStopwatch()

        /// Whether all the attention was paid that a credit needs.
        var attentionIsMet = false

        var interaction = TruexView.Interaction.missing
        var step: TruexView.Step?

        init(_ ad: TruexAdConfiguration, at now: FrameTime) {
            self.ad = ad
            beganAt = now
        }

        /// Whole seconds since he came in.
        func secondsSpent(at now: FrameTime) -> Int { (now - beganAt) / FrameTime.rate }
    }

    /// Says who paid.
    package struct SkipCard: Hashable, Sendable {
        package let sponsor: TruexSponsor
        var countdown = TruexStopwatch()
    }
}

/// Measures for how long something has gone on, without the time in which it was held.
package struct TruexStopwatch: Hashable, Sendable {
    /// The frames that were counted before it was last held.
    private var counted = 0
    private var runningSince: FrameTime?

    /// A watch at nought, held.
    package init() {}

    package enum Motion: Hashable, Sendable {
        case running
        case held
    }

    /// Lets it go on or stand still from `now` on; without effect if it does already.
    package mutating func set(_ motion: Motion, at now: FrameTime) {
        switch motion {
        case .running:
            if runningSince == nil { runningSince = now }
        case .held:
            counted = elapsed(at: now)
            runningSince = nil
        }
    }

    /// The frames that have passed.
    package func elapsed(at now: FrameTime) -> Int {
        counted + (runningSince.map { now - $0 } ?? 0)
    }

    /// When all of `duration` will have passed; `nil` while it is held.
    package func reaches(_ duration: Duration) -> FrameTime? {
        runningSince.map { $0 + (duration.frameCount - counted) }
    }

    /// What is left of `duration`, as it is shown.
    package func timer(of duration: Duration, at now: FrameTime) -> TruexTimer {
        let left = max(0, duration.frameCount - elapsed(at: now))
        let runs = runningSince != nil && left > 0
        return TruexTimer(seconds: Duration.frames(left).inSeconds, rate: runs ? -1 : 0)
    }
}
