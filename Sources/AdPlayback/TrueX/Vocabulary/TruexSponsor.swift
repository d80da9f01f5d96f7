import MediaTime

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
