/// Shows the operator's own ads in turn.
public final class HouseAdsPlugin: AdPlugin, AdPluginRefresh, AdSource {
    private let cache: HouseAdCache
    private let images: (any AdImages)?

    /// Creates a plug-in without ads.
    public convenience init() {
        self.init(cache: HouseAdCache(HouseAdInventory([], from: .typed)), images: nil)
    }

    /// The configuration is the list of ads.
    public convenience init(configurationJSON: String?) throws(AdLoadError) {
        let list = configurationJSON ?? "[]"
        let stock = try HouseAdInventory(
            parsing: Array(list.utf8), from: .typed, at: "configuration of house ads")
        self.init(cache: HouseAdCache(stock), images: nil)
    }

    /// Uses ads from `cache`; `images` fetches their pictures first.
    public init(cache: HouseAdCache, images: (any AdImages)?) {
        self.cache = cache
        self.images = images
    }

    public func providerName() -> String { "House ads" }

    /// The list may have changed.
    public func reloadOnPullToRefresh() -> Bool {
        cache.renew()
        return true
    }

    /// A returning reader sees the next ads.
    public func reloadOnDidAppear() -> Bool { true }

    public func request(
        _ config: AdConfig, answer: @escaping (Result<AdCreative, AdLoadError>) -> Void
    ) {
        if let name = config.inlineBannerSize, size(forInlineBannerSize: name) == .zero {
            return answer(.failure(.unknownSize(name)))
        }
        let images = images
        cache.take(for: config) { taken in
            switch taken {
            case .failure(let error): answer(.failure(error))
            case .success(let (ad, source)):
                images.deliver(ad.creative(for: config, from: source), answer: answer)
            }
        }
    }
}

extension HouseAd {
    fileprivate func creative(for config: AdConfig, from source: AdImage.Source) -> AdCreative {
        let brings = config.adType == .interstitial ? spot : nil
        return AdCreative(
            image: AdImage(image, from: source), size: size(for: config), text: text,
            target: target, sound: brings.map { .brings($0) } ?? .none)
    }
}
