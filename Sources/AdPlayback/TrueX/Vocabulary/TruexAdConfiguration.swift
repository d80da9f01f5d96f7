import MediaTime

/// The ad server's answer to a request.
package enum TruexAnswer: Hashable, Sendable, Codable {
    case ad(TruexAdConfiguration)
    /// The listener's stream is paid for.
    case adFree(TruexSponsor)
    /// The request succeeded, without an ad for this listener.
    case noBid
    /// The server cannot answer this request, for the given reason.
    case refused(String)
}

/// A true[X] ad as configured by its ad server.
public struct TruexAdConfiguration: Hashable, Sendable, Codable {
    public var adID: Int
    public var campaignName: String

    /// Identifies the engagement to the ad server, so that its credit counts once.
    public var engagementID: String

    public var format: Format
    public var product: Product

    /// The address of the unit's page.
    public var creative: String

    /// The attention that earns the credit, together with one interaction; for an interactive
    /// video, its length.
    public var attentionTime: Duration

    /// How long the choice card waits for an answer; `nil` for no limit.
    public var cardTime: Duration?

    /// How long the card's buttons stay disabled.
    public var buttonDelay: Duration

    public var texts: CardTexts
    public var images: CardImages

    /// Addresses of audio that speaks the card.
    public var voiceOver: [String]

    public var optOutCapping: OptOutCapping

    /// A unit with default values for everything else.
    public init(adID: Int, campaignName: String, engagementID: String, creative: String) {
        self.adID = adID
        self.campaignName = campaignName
        self.engagementID = engagementID
        self.creative = creative
        format = .choice
        product = .sponsoredAdBreak
        attentionTime = TruexConstants.attentionTime
        cardTime = TruexConstants.choiceCardTime
        buttonDelay = .zero
        texts = CardTexts()
        images = CardImages()
        voiceOver = []
        optOutCapping = .disabled
    }

    /// How the unit reaches the listener.
    public enum Format: String, Hashable, Sendable, Codable {
        /// The listener is asked first.
        case choice
        /// An interactive video (rule C7), without a choice or a credit. It ends by itself.
        case interactiveVideo
    }

    /// What a credit pays for.
    public enum Product: String, Hashable, Sendable, Codable {
        /// Earned before the stream: all its breaks.
        case sponsoredStream = "sponsored_stream"
        /// The rest of this pod.
        case sponsoredAdBreak = "sponsored_ad_break"
        case `continue`
        case streamPass = "stream_pass"
    }

    /// Whether repeated opt-outs stop the card from being shown.
    public enum OptOutCapping: String, Hashable, Sendable, Codable {
        case disabled
        case enabled
    }

    /// The texts of the choice card.
    public struct CardTexts: Hashable, Sendable, Codable {
        public var title = "Choose how to hear this break"
        public var interact = "Interact with one ad"
        public var watch = "Listen to the ads"

        /// ``TruexConstants/countdownMark`` is replaced by the seconds left.
        public var timer = "The ads begin in [countdown] seconds"

        public init() {}
    }

    /// The images of the choice card, by address.
    public struct CardImages: Hashable, Sendable, Codable {
        public var background: String?
        public var interactButton: String?
        public var watchButton: String?

        public init() {}
    }
}

/// The sponsor of the rest of a stream, and how that is shown.
public struct TruexSponsor: Hashable, Sendable, Codable {
    public var campaignName: String

    /// The address of the skip card's image.
    public var image: String?

    /// How long the skip card is shown.
    public var cardTime = TruexConstants.skipCardTime

    public init(campaignName: String) {
        self.campaignName = campaignName
    }
}
