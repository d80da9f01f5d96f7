/// What a unit shows.
public enum TruexView: Hashable, Sendable {
    case nothing
    /// The unit was started and waits for its ad.
    case loading
    case choiceCard(ChoiceCard)
    case engagement(Engagement)
    /// "Are you sure you want to go back and choose a different ad experience?"
    case cancelPrompt
    case skipCard(SkipCard)
    /// The page at this address is open, and the unit is paused until it is closed.
    case popup(String)

    /// The choice between the unit and the pod.
    public struct ChoiceCard: Hashable, Sendable, Codable {
        public var campaignName: String
        public var texts: TruexAdConfiguration.CardTexts
        public var images: TruexAdConfiguration.CardImages

        /// Audio that speaks the card, played by the stream's player.
        public var voiceOver: [String]

        /// The time left for an answer; `nil` without a limit.
        public var left: TruexTimer?

        public var buttons: Buttons

        /// The attention that earns the credit, together with one interaction. It does not run yet.
        public var attention: TruexTimer?

        package init(
            campaignName: String, texts: TruexAdConfiguration.CardTexts,
            images: TruexAdConfiguration.CardImages, voiceOver: [String], left: TruexTimer?,
            buttons: Buttons, attention: TruexTimer?
        ) {
            self.campaignName = campaignName
            self.texts = texts
            self.images = images
            self.voiceOver = voiceOver
            self.left = left
            self.buttons = buttons
            self.attention = attention
        }
    }

    /// Whether a card accepts an answer yet.
    public enum Buttons: String, Hashable, Sendable, Codable {
        case disabled
        case enabled
    }

    /// The unit itself.
    public struct Engagement: Hashable, Sendable, Codable {
        public var campaignName: String

        /// The address of the creative's page.
        public var creative: String

        /// The attention still to be paid; 0 when complete.
        public var attentionLeft: TruexTimer

        public var interaction: Interaction

        /// How the listener can leave.
        public var exit: Exit

        /// The last step of the creative, if it has steps.
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

    /// Whether the listener has interacted with the unit.
    public enum Interaction: String, Hashable, Sendable, Codable {
        case missing
        case met
    }

    /// The way out of a unit.
    public enum Exit: String, Hashable, Sendable, Codable {
        /// It ends by itself.
        case none
        /// Back to the choice card, without a credit.
        case cancel
        /// "I'm done".
        case done
    }

    /// A step of a creative, counted from 1.
    public struct Step: Hashable, Sendable, Codable {
        public var number: Int
        public var count: Int

        package init(number: Int, count: Int) {
            self.number = number
            self.count = count
        }
    }

    /// Shows the sponsor of the rest of the stream.
    public struct SkipCard: Hashable, Sendable, Codable {
        public var sponsor: TruexSponsor
        public var left: TruexTimer

        package init(sponsor: TruexSponsor, left: TruexTimer) {
            self.sponsor = sponsor
            self.left = left
        }
    }
}

/// A time with its rate of change, so that a view can count on by itself.
public struct TruexTimer: Hashable, Sendable, Codable {
    /// The value when the view was made.
    public var seconds: Double

    /// The change in seconds per second: −1 counts down, 0 is held.
    public var rate: Double

    public init(seconds: Double, rate: Double) {
        self.seconds = seconds
        self.rate = rate
    }
}

extension TruexView {
    /// The view with its timers at 0. Two views that are equal this way need no redraw.
    package var withoutTimers: TruexView {
        switch self {
        case .nothing, .loading, .cancelPrompt, .popup: return self
        case .choiceCard(var card):
            card.left?.seconds = 0
            return .choiceCard(card)
        case .engagement(var unit):
            unit.attentionLeft.seconds = 0
            return .engagement(unit)
        case .skipCard(var card):
            card.left.seconds = 0
            return .skipCard(card)
        }
    }
}

extension TruexView: Codable {
    private enum CodingKeys: String, CodingKey {
        case kind, card, engagement
        case address = "url"
    }

    private enum Kind: String, Codable {
        case nothing, loading, choiceCard, engagement, cancelPrompt, skipCard, popup
    }

    /// Reads `{"kind": "choiceCard", "card": {…}}`. A skip card also has `card`, an engagement
    /// `engagement`, and a popup `url`.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self =
            switch try values.decode(Kind.self, forKey: .kind) {
            case .nothing: .nothing
            case .loading: .loading
            case .choiceCard: .choiceCard(try values.decode(ChoiceCard.self, forKey: .card))
            case .engagement: .engagement(try values.decode(Engagement.self, forKey: .engagement))
            case .cancelPrompt: .cancelPrompt
            case .skipCard: .skipCard(try values.decode(SkipCard.self, forKey: .card))
            case .popup: .popup(try values.decode(String.self, forKey: .address))
            }
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .nothing: try values.encode(Kind.nothing, forKey: .kind)
        case .loading: try values.encode(Kind.loading, forKey: .kind)
        case .choiceCard(let card):
            try values.encode(Kind.choiceCard, forKey: .kind)
            try values.encode(card, forKey: .card)
        case .engagement(let engagement):
            try values.encode(Kind.engagement, forKey: .kind)
            try values.encode(engagement, forKey: .engagement)
        case .cancelPrompt: try values.encode(Kind.cancelPrompt, forKey: .kind)
        case .skipCard(let card):
            try values.encode(Kind.skipCard, forKey: .kind)
            try values.encode(card, forKey: .card)
        case .popup(let address):
            try values.encode(Kind.popup, forKey: .kind)
            try values.encode(address, forKey: .address)
        }
    }
}
