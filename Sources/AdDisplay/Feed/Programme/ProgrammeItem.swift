/// A station or an episode in the programme feed.
public struct ProgrammeItem: Hashable, Sendable, Codable, Identifiable {
    /// The same as long as it is the same item; no other of its feed has it.
    public var id: String

    public var title: String
    public var subtitle: String?

    /// What is played if the listener wants it: an address or a file; `nil` if nothing can be.
    public var source: String?

    public init(id: String, title: String, subtitle: String? = nil, source: String? = nil) {
        self.id = id
        self.title = title
        self.subtitle = subtitle
        self.source = source
    }
}

/// A part of the programme feed, such as the stations or the episodes of a show.
public struct ProgrammeSection: Hashable, Sendable, Codable {
    public var title: String
    public var items: [ProgrammeItem]

    public init(title: String, items: [ProgrammeItem]) {
        self.title = title
        self.items = items
    }
}
