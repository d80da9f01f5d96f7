import Advertising

extension FeedAd: Codable {
    private enum CodingKeys: CodingKey {
        case id, format, width, height, extendedHeight, spot
    }

    private enum FormatName: String, Codable {
        case card, audioCard, pullDownCard
    }

    /// Reads `{"id","format","width","height","extendedHeight","spot"}`, of which `spot` is an
    /// ``Advertisement``.
    ///
    /// All but `id` and `spot` may be missing: then it is an audio card of 320 by 100 points. A
    /// `pullDownCard` that does not say to what height it grows doubles.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        id = try values.decode(String.self, forKey: .id)
        advertisement = try values.decode(Advertisement.self, forKey: .spot)
        size = Size(
            width: try values.points(.width) ?? Size.card.width,
            height: try values.points(.height) ?? Size.card.height)
        let extendedHeight = try values.points(.extendedHeight) ?? size.height * 2
        format =
            switch try values.decodeIfPresent(FormatName.self, forKey: .format) ?? .audioCard {
            case .card: .card
            case .audioCard: .audioCard
            case .pullDownCard: .pullDownCard(extendedHeight: extendedHeight)
            }
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(id, forKey: .id)
        try values.encode(size.width, forKey: .width)
        try values.encode(size.height, forKey: .height)
        try values.encode(advertisement, forKey: .spot)
        switch format {
        case .card: try values.encode(FormatName.card, forKey: .format)
        case .audioCard: try values.encode(FormatName.audioCard, forKey: .format)
        case .pullDownCard(let height):
            try values.encode(FormatName.pullDownCard, forKey: .format)
            try values.encode(height, forKey: .extendedHeight)
        }
    }
}

extension KeyedDecodingContainer {
    /// A length above 0, if it is there.
    fileprivate func points(_ key: Key) throws -> Double? {
        guard let points = try decodeIfPresent(Double.self, forKey: key) else { return nil }
        guard points > 0, points <= 10_000 else {
            throw DecodingError.dataCorruptedError(
                forKey: key, in: self,
                debugDescription: "an ad cannot measure \(points) points; give more than 0")
        }
        return points
    }
}
