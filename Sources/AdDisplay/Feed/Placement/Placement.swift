/// Where in a feed, and how often, an ad server lets one of its placements appear.
///
/// Positions count rows over all sections, ads among them.
public struct Placement: Hashable, Sendable, Codable {
    public var name: String

    /// The first position, counted from 1, that an ad may have.
    public var minPos: Int

    /// The last position, counted from 1, that an ad may have; `nil` for no last one.
    public var maxPos: Int?

    /// At least how many rows stand between two of its ads; never less than one.
    public var servingFreq: Int

    public init(_ name: String, minPos: Int = 1, maxPos: Int? = nil, servingFreq: Int) {
        self.name = name
        self.minPos = minPos
        self.maxPos = maxPos
        self.servingFreq = servingFreq
    }

    /// Reads `{"name","minPos","maxPos","servingFreq"}`, of which both positions may be missing.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        name = try values.decode(String.self, forKey: .name)
        minPos = try values.decodeIfPresent(Int.self, forKey: .minPos) ?? 1
        maxPos = try values.decodeIfPresent(Int.self, forKey: .maxPos)
        servingFreq = try values.decode(Int.self, forKey: .servingFreq)
    }

    /// Whether an ad may be at a position that is counted from 0.
    package func serves(_ position: Int) -> Bool {
        firstPosition <= position && position < maxPos ?? .max
    }

    /// The first position, counted from 0, that an ad may have.
    package var firstPosition: Int { max(minPos, 1) - 1 }

    /// The first position that the next ad may have below one at `position`.
    package func next(after position: Int) -> Int {
        // No feed is longer, and no sum overflows.
        position + min(max(servingFreq, 1), 1 << 32) + 1
    }
}
