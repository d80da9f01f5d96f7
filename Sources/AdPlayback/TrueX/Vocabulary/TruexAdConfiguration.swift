import MediaTime

/// What the ad server said when it was asked for an ad.
package enum TruexAnswer: Hashable, Sendable, Codable {
    case ad(TruexAdConfiguration)
    /// This listener's stream is paid for.
    case adFree(TruexSponsor)
    /// The request worked, and there is nothing for this listener.
    case noBid
    /// It cannot serve this request, for the reason that it gave.
    case refused(String)
}

/// One true[X] ad, as its ad server configured it.
public struct TruexAdConfiguration: Hashable, Sendable, Codable {
    public var adID: Int
    public var campaignName: String

    /// Names this engagement to the ad server, so that its credit counts once.
    public var engagementID: String

    public var format: Format
    public var product: Product

    /// The address of the page that is the unit.
    public var creative: String

    /// How much attention earns the credit, beside one interaction; of an interactive video, how
    /// long it is.
    public var attentionTime: Duration

    /// How long the choice card waits for an answer; `nil` for ever.
    public var cardTime: Duration?

    /// For how long the card's buttons take no answer.
    public var buttonDelay: Duration

    public var texts: CardTexts
    public var images: CardImages

    /// Addresses of audio that speaks the card.
    public var voiceOver: [String]

    public var optOutCapping: OptOutCapping

    /// A unit of the pages at `creative`, with all else as it is unless an ad server says more.
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

    /// How the unit comes to the listener.
    public enum Format: String, Hashable, Sendable, Codable {
        /// He is asked first.
        case choice
        /// An interactive video (rule C7): nobody is asked, nothing is earned, and it ends by itself.
        case interactiveVideo
    }

    /// What a credit is worth.
    public enum Product: String, Hashable, Sendable, Codable {
        /// Earned before the stream: all its breaks.
        case sponsoredStream = "sponsored_stream"
        /// The rest of this pod.
        case sponsoredAdBreak = "sponsored_ad_break"
        case `continue`
        case streamPass = "stream_pass"
    }

    /// Whether who opts out again and again is asked no more.
    public enum OptOutCapping: String, Hashable, Sendable, Codable {
        case disabled
        case enabled
    }

    /// What the choice card says.
    public struct CardTexts: Hashable, Sendable, Codable {
        public var title = "Choose how to hear this break"
        public var interact = "Interact with one ad"
        public var watch = "Listen to the ads"

        /// With ``TruexConstants/countdownMark`` where the seconds left stand.
        public var timer = "The ads begin in [countdown] seconds"

        public init() {}
    }

    /// Addresses of what the choice card shows.
    public struct CardImages: Hashable, Sendable, Codable {
        public var background: String?
        public var interactButton: String?
        public var watchButton: String?

        public init() {}
    }
}

/// Who paid for the rest of a stream, and how that is said.
public struct TruexSponsor: Hashable, Sendable, Codable {
    public var campaignName: String

    /// The address of what the skip card shows.
    public var image: String?

    /// How long the skip card is shown.
    public var cardTime = TruexConstants.skipCardTime

    public init(campaignName: String) {
        self.campaignName = campaignName
    }
}
