import AdDisplay

/// Stands between a helper and the feed in memory, and writes down what is asked and told.
final class HostDesk: StreamAdHelperDelegate, FeedObserver {
    struct Offer: Equatable {
        let ad: String
        let path: FeedPath
        let insertion: FeedInsertion

        /// How many rows the host had when it was asked.
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
    /// Section and row, as tests write them.
    var text: String { "\(section).\(row)" }
}

extension FeedEvent {
    /// The event in a few words: name and reason, ad or placement, path.
    var text: String {
        let name = "\(kind)".prefix { $0 != "(" }
        let words = reason.map { "\(name):\($0)" } ?? String(name)
        return [words, ad ?? "\(placement)#\(place)", path?.text].compactMap(\.self)
            .joined(separator: " ")
    }
}
