/// A part of the programme feed, such as the stations or the episodes of a show.
public struct ProgrammeSection: Hashable, Sendable, Codable {
    public var title: String
    public var items: [ProgrammeItem]

    public init(title: String, items: [ProgrammeItem]) {
        self.title = title
        self.items = items
    }
}
