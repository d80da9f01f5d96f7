/// What an ad server serves to one feed: a placement, or a tag that stands for several.
public struct ServedPlacements: Hashable, Sendable, Codable {
    /// The name of the placement or of the tag.
    public var name: String

    /// Of several that serve a position, the first does.
    public var placements: [Placement]

    /// One placement (the seed's `initWithPlacement:`).
    public init(_ placement: Placement) {
        name = placement.name
        placements = [placement]
    }

    /// A tag, whose placements share the positions of the feed among them.
    public init(tag: String, placements: [Placement]) {
        name = tag
        self.placements = placements
    }

    /// The placement that serves a position counted from 0.
    package func placement(at position: Int) -> Placement? {
        placements.first { $0.serves(position) }
    }

    package func placement(named name: String) -> Placement? {
        placements.first { $0.name == name }
    }
}
