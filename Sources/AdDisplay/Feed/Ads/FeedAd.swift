import Advertising

/// An ad for a row of a feed.
public struct FeedAd: Hashable, Sendable, Identifiable {
    /// Assigned by the ad server.
    public var id: String

    public var format: Format

    /// In points, without the feed's vertical margins.
    public var size: Size

    /// Its text, picture, spot and target.
    public var advertisement: Advertisement

    public init(
        id: String, format: Format, size: Size = .card, advertisement: Advertisement
    ) {
        self.id = id
        self.format = format
        self.size = size
        self.advertisement = advertisement
    }

    /// What an ad can do in its row.
    public enum Format: Hashable, Sendable, Codable {
        /// A picture with text.
        case card
        /// A card with a spot, which is heard if the listener starts it.
        case audioCard
        /// An audio card that grows to this height in points when clicked (the seed's
        /// Card-Video-PullDown, rule I6).
        case pullDownCard(extendedHeight: Double)
    }

    /// Width and height in points.
    public struct Size: Hashable, Sendable, Codable {
        public var width: Double
        public var height: Double

        public init(width: Double, height: Double) {
            self.width = width
            self.height = height
        }

        /// The default size.
        public static let card = Size(width: 320, height: 100)

        /// Scaled in proportion.
        public func scaled(toWidth newWidth: Double) -> Size {
            guard width > 0 else { return Size(width: newWidth, height: height) }
            return Size(width: newWidth, height: height * newWidth / width)
        }
    }
}

extension FeedAd {
    /// Whether it has a spot.
    public var hasAudio: Bool {
        switch format {
        case .card: false
        case .audioCard, .pullDownCard: true
        }
    }

    /// The ad scaled in proportion.
    public func scaled(toWidth width: Double) -> FeedAd {
        var ad = self
        ad.size = size.scaled(toWidth: width)
        switch format {
        case .card, .audioCard: break
        case .pullDownCard(let height):
            let extended = Size(width: size.width, height: height)
            ad.format = .pullDownCard(extendedHeight: extended.scaled(toWidth: width).height)
        }
        return ad
    }
}

extension FeedAd: Codable {
    private enum CodingKeys: CodingKey {
        case id, format, width, height, extendedHeight, spot
    }

    private enum FormatName: String, Codable {
        case card, audioCard, pullDownCard
    }

    /// Reads `{"id","format","width","height","extendedHeight","spot"}`; `spot` is an
    /// ``Advertisement``.
    ///
    /// Only `id` and `spot` are required. The default is an audio card of 320 by 100 points. The
    /// default height of an extended `pullDownCard` is twice its height.
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
    /// A length in points, which must be above 0.
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
