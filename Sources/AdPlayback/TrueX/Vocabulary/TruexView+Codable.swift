extension TruexView: Codable {
    private enum CodingKeys: String, CodingKey {
        case kind, card, engagement
        case address = "url"
    }

    private enum Kind: String, Codable {
        case nothing, loading, choiceCard, engagement, cancelPrompt, skipCard, popup
    }

    /// Reads `{"kind": "choiceCard", "card": {…}}`; a skip card has its `card` as well, an
    /// engagement its `engagement`, and a popup its `url`.
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
