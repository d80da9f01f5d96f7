import AdDisplay

/// Records the calls between a helper and the feed in memory.
final class HostRecorder: StreamAdHelperDelegate, FeedObserver {
    struct Offer: Equatable {
        let ad: String
        let path: FeedPath
        let insertion: FeedInsertion

        /// The number of the host's rows at the time of the offer.
        let rowCount: Int
    }

    private let feed: MemoryFeed<String>
    var answer: ((FeedPath) -> FeedPath?)?
    var now: Int64 = 1_416_787_200_000
    var log: [String] = []
    private(set) var offers: [Offer] = []

    init(_ feed: MemoryFeed<String>) {
        self.feed = feed
    }

    func onAdLoaded(
        _ view: FeedAdView, at path: FeedPath, _ insertion: FeedInsertion
    ) -> FeedPath? {
        offers.append(
            Offer(
                ad: view.ad.id, path: path, insertion: insertion,
                rowCount: feed.model.paths.count))
        guard let answer else { return feed.onAdLoaded(view, at: path, insertion) }
        return answer(path)
    }

    func onAdAnimation(_ view: FeedAdView, at path: FeedPath) {
        log.append("animation \(view.ad.id) \(path.text)")
    }

    func checkIdle() -> FeedMotion { feed.checkIdle() }

    func onFeedEvent(_ event: FeedEvent) {
        log.append(event.text)
    }

    func onAdImpression(adID: String) {
        log.append("onAdImpression \(adID)")
    }

    func onAdClick(adID: String, landingURL: String?) {
        log.append("onAdClick \(adID) \(landingURL ?? "nowhere")")
    }
}

extension FeedPath {
    /// Section and row, as in tests.
    var text: String { "\(section).\(row)" }
}

extension FeedEvent {
    /// The event's name and reason, its ad or placement, and its path.
    var text: String {
        let name = "\(kind)".prefix { $0 != "(" }
        let words = reason.map { "\(name):\($0)" } ?? String(name)
        return [words, ad ?? "\(placement)#\(place)", path?.text].compactMap(\.self)
            .joined(separator: " ")
    }
}
