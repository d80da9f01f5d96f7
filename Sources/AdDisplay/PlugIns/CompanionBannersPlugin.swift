import Advertising

/// Shows the banner of the advertisement being heard.
public final class CompanionBannersPlugin: AdPlugin, AdPluginCompanion, AdSource {
    private let images: (any AdImages)?
    private var heard: Advertisement?

    /// Counts changes of the heard advertisement, so that a picture fetched for an earlier one is
    /// dropped.
    private var changeCount = 0

    public convenience init() {
        self.init(images: nil)
    }

    /// It has no configuration.
    public convenience init(configurationJSON: String?) throws(AdLoadError) {
        self.init(images: nil)
    }

    /// `images` fetches the banners first.
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
        // A spot that is heard has no interstitial of its own.
        case .interstitial: return .failure(.noAd(unit: config.adUnitId))
        case .inlineBanner:
            let name = config.inlineBannerSize ?? AdSizeName.boxBanner.rawValue
            let size = size(forInlineBannerSize: name)
            return size == .zero ? .failure(.unknownSize(name)) : .success(size)
        }
    }
}
