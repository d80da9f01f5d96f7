import Synchronization

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
