/// A programme feed as one document: its content, the positions of ads, and the ads.
public struct ProgrammePlan: Hashable, Sendable {
    public var sections: [ProgrammeSection]
    public var served: ServedPlacements

    /// The ads of each placement by name, served in turn.
    public var ads: [String: [FeedAd]]

    public init(
        sections: [ProgrammeSection], served: ServedPlacements, ads: [String: [FeedAd]]
    ) {
        self.sections = sections
        self.served = served
        self.ads = ads
    }
}

extension ProgrammePlan: Codable {
    private enum CodingKeys: CodingKey {
        case sections, tag, placements, ads
    }

    /// Reads `{"sections","tag","placements","ads"}`; only `sections` is required.
    ///
    /// Throws if two items have the same id, or if ads name a placement that is not listed.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        sections = try values.decode([ProgrammeSection].self, forKey: .sections)
        let placements = try values.decodeIfPresent([Placement].self, forKey: .placements) ?? []
        let tag = try values.decodeIfPresent(String.self, forKey: .tag)
        served = ServedPlacements(
            tag: tag ?? placements.first?.name ?? "feed", placements: placements)
        ads = try values.decodeIfPresent([String: [FeedAd]].self, forKey: .ads) ?? [:]

        var ids: Set<String> = []
        for item in sections.flatMap(\.items) where !ids.insert(item.id).inserted {
            throw DecodingError.dataCorruptedError(
                forKey: .sections, in: values,
                debugDescription: "two items have the id '\(item.id)'; give each its own")
        }
        for name in ads.keys.sorted() where served.placement(named: name) == nil {
            throw DecodingError.dataCorruptedError(
                forKey: .ads, in: values,
                debugDescription: "there are ads of '\(name)', which is not a placement")
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(sections, forKey: .sections)
        try values.encode(served.name, forKey: .tag)
        try values.encode(served.placements, forKey: .placements)
        try values.encode(ads, forKey: .ads)
    }
}
