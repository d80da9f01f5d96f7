/// Where in a feed, and how often, an ad server lets one of its placements appear.
///
/// Positions count rows over all sections, ads among them (contracts 4.2).
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

    /// Whether an ad may be at a position that is counted from 0.
    package func serves(_ position: Int) -> Bool {
        minPos - 1 <= position && position < maxPos ?? .max
    }
}
