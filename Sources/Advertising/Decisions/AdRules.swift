import MediaTime

/// What an operator demands of the ads of a stream's breaks: which ones may be heard, and how often.
public struct AdRules: Hashable, Sendable, Codable {
    /// How long an ad of an ad server has to be. One without a declared length is heard.
    public var lengths: ClosedRange<Duration> = .zero...Self.longest

    /// The most ads of a break; `nil` for as many as fit.
    public var mostPerBreak: Int?

    /// The most spots, also pushed ones, that begin within an hour before and during a break; `nil`
    /// for as many as there are. A break for which none is left is left out.
    public var mostPerHour: Int?

    /// How long the programme is heard between the spots before a break and the break. One that comes
    /// sooner is left out.
    public var interval: Duration = .zero

    /// How long a session is without ads at its beginning. Pushes are heard all the same.
    public var freeStart: Duration = .zero

    /// The categories whose ads are not heard, with those below them in the IAB's content taxonomy 1.0,
    /// as `IAB7-39` is below `IAB7`. If there are any, an ad that names no category is not heard either.
    public var blockedCategories: [String] = []

    /// Whether no two ads of one category are heard in a break. A stand-alone ad of the ad server's
    /// answer takes the place of the second one, if one fits that competes with no other ad.
    public var separatesCategories = false

    /// Whether ads are heard that a listener may skip.
    public var skippableAds = SkippableAds.heard

    /// For players whose listeners have no way to skip.
    public enum SkippableAds: String, Hashable, Sendable, Codable, CaseIterable {
        case heard
        /// The ad server learns that the ad was not expected (200).
        case refused
    }

    /// A day.
    public static let longest = Duration.seconds(86_400)

    public init() {}

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        lengths = try values.decode(ClosedRange<Duration>.self, forKey: .lengths)
        mostPerBreak = try values.decodeIfPresent(Int.self, forKey: .mostPerBreak)
        mostPerHour = try values.decodeIfPresent(Int.self, forKey: .mostPerHour)
        interval = try values.decode(Duration.self, forKey: .interval)
        freeStart = try values.decode(Duration.self, forKey: .freeStart)
        blockedCategories = try values.decode([String].self, forKey: .blockedCategories)
        skippableAds = try values.decode(SkippableAds.self, forKey: .skippableAds)
        // Older recordings do not have it.
        separatesCategories =
            try values.decodeIfPresent(Bool.self, forKey: .separatesCategories) ?? false
    }
}
