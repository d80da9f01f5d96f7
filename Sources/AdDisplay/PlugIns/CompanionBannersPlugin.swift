import Advertising

/// Shows the banner of the advertisement that is heard, for as long as it is.
public final class CompanionBannersPlugin: AdPlugin, AdPluginCompanion, AdSource {
    private let images: (any AdImages)?
    private var heard: Advertisement?

    /// How often what is heard has changed, so that no picture comes that belongs to something else.
    private var changeCount = 0

    public convenience init() {
        self.init(images: nil)
    }

    /// There is nothing to be set up.
    public convenience init(configurationJSON: String?) throws(AdLoadError) {
        self.init(images: nil)
    }

    /// Has `images` fetch the banners first.
    public init(images: (any AdImages)?) {
        self.images = images
    }

    public func providerName() -> String { "Companion banners" }

    public func heardChanged(to advertisement: Advertisement?) -> AdOffer {
        heard = advertisement
        changeCount += 1
        return advertisement?.bannerFileURL == nil ? .withdrawn : .offered
    }

    public func request(
        _ config: AdConfig, answer: @escaping (Result<AdCreative, AdLoadError>) -> Void
    ) {
        let nothing = AdLoadError.noAd(unit: config.adUnitId)
        switch size(for: config) {
        case .failure(let error): answer(.failure(error))
        case .success(let size):
            guard let heard, let banner = heard.bannerFileURL else {
                return answer(.failure(nothing))
            }
            let creative = AdCreative(
                image: AdImage(banner, from: heard.bannerSource), size: size, text: heard.title,
                target: heard.bannerTargetURL, sound: .accompanies(heard))
            let change = changeCount
            images.deliver(creative) { [weak self] result in
                answer(self?.changeCount == change ? result : .failure(nothing))
            }
        }
    }

    private func size(for config: AdConfig) -> Result<AdSize, AdLoadError> {
        switch config.adType {
        case .screenBanner: return .success(AdSizeName.smartBanner.size)
        // What is heard already brings no full screen of its own.
        case .interstitial: return .failure(.noAd(unit: config.adUnitId))
        case .inlineBanner:
            let name = config.inlineBannerSize ?? AdSizeName.boxBanner.rawValue
            let size = size(forInlineBannerSize: name)
            return size == .zero ? .failure(.unknownSize(name)) : .success(size)
        }
    }
}
