import Synchronization

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

/// Gives each placement its ads in turn, and begins again after the last; in memory.
public final class RotatingFeedAds: FeedAdSource {
    private let ads: [String: [FeedAd]]
    private let turns = Mutex<[String: Int]>([:])

    /// Serves each placement the ads that stand beside its name.
    public init(_ ads: [String: [FeedAd]]) {
        self.ads = ads
    }

    public func readyAd(for request: FeedAdRequest) -> FeedAd? {
        guard let ads = ads[request.placement], !ads.isEmpty else { return nil }
        let turn = turns.withLock { turns in
            defer { turns[request.placement, default: 0] += 1 }
            return turns[request.placement, default: 0]
        }
        let ad = ads[turn % ads.count]
        return request.width.map { ad.scaled(toWidth: $0) } ?? ad
    }

    public func ad(for request: FeedAdRequest) async throws(FeedAdFailure) -> FeedAd {
        guard let ad = readyAd(for: request) else { throw .noAd }
        return ad
    }
}
