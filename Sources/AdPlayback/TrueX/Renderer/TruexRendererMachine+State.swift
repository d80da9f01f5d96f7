import MediaTime

extension TruexRendererMachine {
    /// Where a renderer stands (contracts 2.3).
    package enum State: Hashable, Sendable {
        case created
        /// The ad server is asked.
        case fetching
        /// It is asked, and the host has started the unit, which is shown once there is one.
        case fetchingWantStart(TruexHistory)
        case ready(TruexAdConfiguration)
        /// There is nothing to be asked: this listener's stream is paid for.
        case adFree(sponsor: String)
        case choiceCard(Card)
        case engaged(Engagement)
        /// The listener is asked whether he wants to go back; time stands still.
        case cancelPrompt(Engagement)
        /// The credit is earned, and the listener may stay as long as he likes.
        case credited(Engagement)
        /// An interactive video, which earns nothing.
        case video(Engagement)
        case skipCard(SkipCard)
        /// The event that it ended with.
        case done(TruexEvent)
        case stopped
    }

    /// The choice card.
    package struct Card: Hashable, Sendable {
        package let ad: TruexAdConfiguration
        var countdown = TruexStopwatch()
    }

    /// A listener in a unit.
    package struct Engagement: Hashable, Sendable {
        package let ad: TruexAdConfiguration

        /// When he came in; what he spends there counts on from here through every pause.
        let beganAt: FrameTime

        var attention = TruexStopwatch()
        var interaction = TruexView.Interaction.missing
        var step: TruexView.Step?
        var attentionIsTold = false
    }

    /// Says who paid.
    package struct SkipCard: Hashable, Sendable {
        package let sponsor: String
        var countdown = TruexStopwatch()
    }
}
