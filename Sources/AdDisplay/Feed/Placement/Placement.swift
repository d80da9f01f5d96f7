import Synchronization

/// Where and how often an ad server shows ads of a placement in a feed.
///
/// Positions count rows over all sections, ads included.
public struct Placement: Hashable, Sendable, Codable {
    public var name: String

    /// The first allowed position, counted from 1.
    public var minPos: Int

    /// The last allowed position, counted from 1; `nil` for no limit.
    public var maxPos: Int?

    /// The minimum number of rows between two of its ads; at least one.
    public var servingFreq: Int

    public init(_ name: String, minPos: Int = 1, maxPos: Int? = nil, servingFreq: Int) {
        self.name = name
        self.minPos = minPos
        self.maxPos = maxPos
        self.servingFreq = servingFreq
    }

    /// Reads `{"name","minPos","maxPos","servingFreq"}`; both positions are optional.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        name = try values.decode(String.self, forKey: .name)
        minPos = try values.decodeIfPresent(Int.self, forKey: .minPos) ?? 1
        maxPos = try values.decodeIfPresent(Int.self, forKey: .maxPos)
        servingFreq = try values.decode(Int.self, forKey: .servingFreq)
    }

    /// Whether an ad may be at a position counted from 0.
    package func serves(_ position: Int) -> Bool {
        firstPosition <= position && position < maxPos ?? .max
    }

    /// The first allowed position, counted from 0.
    package var firstPosition: Int { max(minPos, 1) - 1 }

    /// The first allowed position after an ad at `position`.
    package func next(after position: Int) -> Int {
        // The bound prevents overflow; no feed is that long.
        position + min(max(servingFreq, 1), 1 << 32) + 1
    }
}

/// The placements of a feed: one placement, or a tag for several.
public struct ServedPlacements: Hashable, Sendable, Codable {
    /// The name of the placement or tag.
    public var name: String

    /// If several serve a position, the first one does.
    public var placements: [Placement]

    /// One placement (the seed's `initWithPlacement:`).
    public init(_ placement: Placement) {
        name = placement.name
        placements = [placement]
    }

    /// A tag, whose placements share the feed's positions.
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

/// Serves each placement its ads in turn, from memory.
public final class RotatingFeedAds: FeedAdSource {
    private let ads: [String: [FeedAd]]
    private let turns = Mutex<[String: Int]>([:])

    /// `ads` are the ads of each placement, by name.
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
