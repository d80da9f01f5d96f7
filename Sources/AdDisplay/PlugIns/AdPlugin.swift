import Advertising

/// A provider of ads: one layer of model, view and presenter (rule A11).
///
/// Used on the executor of its presenters.
public protocol AdPlugin: AnyObject {
    init()

    /// `configurationJSON` is the operator's configuration as JSON text; `nil` for the defaults.
    ///
    /// Throws an ``AdLoadError`` that names the unusable part.
    init(configurationJSON: String?) throws(AdLoadError)

    /// Makes the presenter of one ad (rule A14). The caller owns it.
    func createAdPresenter(adView: any AdView, parentVC: any AdScreen) -> any AdPresenter

    /// The size of an inline banner by its name in configurations (rule A15); zero for an unknown
    /// name.
    func size(forInlineBannerSize inlineBannerSize: String) -> AdSize

    /// A readable name for reports.
    func providerName() -> String
}

extension AdPlugin {
    /// The published sizes.
    public func size(forInlineBannerSize inlineBannerSize: String) -> AdSize {
        AdSizeName(rawValue: inlineBannerSize)?.size ?? .zero
    }
}

extension AdPlugin where Self: AdSource {
    /// A presenter whose ads come from the plug-in itself.
    public func createAdPresenter(
        adView: any AdView, parentVC: any AdScreen
    ) -> any AdPresenter {
        let presenter = AdViewPresenter(adView: adView, parentVC: parentVC)
        presenter.source = self
        return presenter
    }
}

/// A plug-in whose ads accompany a spot: shown when it starts, and removed when it ends.
public protocol AdPluginCompanion: AdPlugin {
    /// The heard advertisement changed; `nil` for none.
    func heardChanged(to advertisement: Advertisement?) -> AdOffer
}

/// What hosts do with a companion plug-in's views.
public enum AdOffer: Hashable, Sendable {
    /// Load them.
    case offered
    /// Remove them.
    case withdrawn
}

/// A plug-in that decides when its ads are reloaded (rule A12). Without this protocol, hosts reload
/// nothing.
public protocol AdPluginRefresh: AdPlugin {
    /// The page was pulled to refresh. Returns whether to reload the ads.
    func reloadOnPullToRefresh() -> Bool

    /// The page became visible again. Returns whether to reload the ads.
    func reloadOnDidAppear() -> Bool
}

/// The kind of a plug-in, under which it is registered.
public struct AdPluginType: RawRepresentable, Hashable, Sendable {
    public var rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Banners of the advertisement being heard.
    public static let companionBanners = AdPluginType(rawValue: "companionBanners")

    /// The operator's own ads, from a folder or an address.
    public static let houseAds = AdPluginType(rawValue: "houseAds")
}

/// Fetches pictures before an ad counts as loaded, so that no ad is shown without its picture.
public protocol AdImages: AnyObject {
    /// Calls `answer` once, immediately or later, on the plug-in's executor: with `nil` when the
    /// picture can be drawn.
    func fetch(_ image: AdImage, answer: @escaping (AdLoadError?) -> Void)
}

extension Optional where Wrapped == any AdImages {
    /// Answers with `creative` once its picture was fetched; immediately if `self` is `nil`.
    func deliver(
        _ creative: AdCreative,
        answer: @escaping (Result<AdCreative, AdLoadError>) -> Void
    ) {
        guard let self else { return answer(.success(creative)) }
        self.fetch(creative.image) { error in
            answer(error.map { .failure($0) } ?? .success(creative))
        }
    }
}
