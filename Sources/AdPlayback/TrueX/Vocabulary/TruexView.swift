/// What is to be drawn of a unit.
public enum TruexView: Hashable, Sendable {
    case nothing
    /// The unit was started and waits for its ad.
    case loading
    case choiceCard(ChoiceCard)
    case engagement(Engagement)
    /// "Are you sure you want to go back and choose a different ad experience?"
    case cancelPrompt
    case skipCard(SkipCard)
    /// The page at this address is open, and the unit stands still until it is closed.
    case popup(String)

    /// The choice between the unit and the pod.
    public struct ChoiceCard: Hashable, Sendable, Codable {
        public var campaignName: String
        public var texts: TruexAdConfiguration.CardTexts
        public var images: TruexAdConfiguration.CardImages

        /// Audio that speaks the card; it is played by whoever plays the stream.
        public var voiceOver: [String]

        /// The time left for an answer; without one the card waits for ever.
        public var left: TruexTimer?

        public var buttons: Buttons

        package init(
            campaignName: String, texts: TruexAdConfiguration.CardTexts,
            images: TruexAdConfiguration.CardImages, voiceOver: [String], left: TruexTimer?,
            buttons: Buttons
        ) {
            self.campaignName = campaignName
            self.texts = texts
            self.images = images
            self.voiceOver = voiceOver
            self.left = left
            self.buttons = buttons
        }
    }

    /// Whether a card takes an answer yet.
    public enum Buttons: String, Hashable, Sendable, Codable {
        case disabled
        case enabled
    }

    /// The unit itself.
    public struct Engagement: Hashable, Sendable, Codable {
        public var campaignName: String

        /// The address of the page that is the creative.
        public var creative: String

        /// The attention that is still to be paid; 0 once it was.
        public var attentionLeft: TruexTimer

        public var interaction: Interaction

        /// What lets the listener out.
        public var exit: Exit

        /// The step of the creative that was last reached, if it has any.
        public var step: Step?

        package init(
            campaignName: String, creative: String, attentionLeft: TruexTimer,
            interaction: Interaction, exit: Exit, step: Step?
        ) {
            self.campaignName = campaignName
            self.creative = creative
            self.attentionLeft = attentionLeft
            self.interaction = interaction
            self.exit = exit
            self.step = step
        }
    }

    /// Whether the listener has done something in the unit.
    public enum Interaction: String, Hashable, Sendable, Codable {
        case missing
        case met
    }

    /// The way out of a unit.
    public enum Exit: String, Hashable, Sendable, Codable {
        /// None: it ends by itself.
        case none
        /// Back to the choice card, and without a credit.
        case cancel
        /// "I'm done".
        case done
    }

    /// One step of a creative, counted from 1.
    public struct Step: Hashable, Sendable, Codable {
        public var number: Int
        public var count: Int

        package init(number: Int, count: Int) {
            self.number = number
            self.count = count
        }
    }

    /// Says who paid for the rest of the stream.
    public struct SkipCard: Hashable, Sendable, Codable {
        public var sponsor: TruexSponsor
        public var left: TruexTimer

        package init(sponsor: TruexSponsor, left: TruexTimer) {
            self.sponsor = sponsor
            self.left = left
        }
    }
}
