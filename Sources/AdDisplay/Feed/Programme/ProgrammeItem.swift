/// A station or an episode in the programme feed.
public struct ProgrammeItem: Hashable, Sendable, Codable, Identifiable {
    /// Constant for an item, and unique in its feed.
    public var id: String

    public var title: String
    public var subtitle: String?

    /// The address or file to play; `nil` if the item cannot be played.
    public var source: String?

    public init(id: String, title: String, subtitle: String? = nil, source: String? = nil) {
        self.id = id
        self.title = title
        self.subtitle = subtitle
        self.source = source
    }
}

/// A section of the programme feed, such as the stations or the episodes of a show.
public struct ProgrammeSection: Hashable, Sendable, Codable {
    public var title: String
    public var items: [ProgrammeItem]

    public init(title: String, items: [ProgrammeItem]) {
        self.title = title
        self.items = items
    }
}
