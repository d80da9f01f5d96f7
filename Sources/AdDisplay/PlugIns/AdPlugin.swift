import Advertising

/// Provides ads: one layer of model, view and presenter (rule A11).
///
/// To be used on the executor that owns its presenters.
public protocol AdPlugin: AnyObject {
    init()

    /// Set up by the operator's configuration, a JSON text; `nil` for the usual one.
    ///
    /// Throws an ``AdLoadError`` that says what in the text cannot be used.
    init(configurationJSON: String?) throws(AdLoadError)

    /// Makes the presenter of one ad (rule A14). The caller keeps it.
    func createAdPresenter(adView: any AdView, parentVC: any AdScreen) -> any AdPresenter

    /// The size of an inline banner, by the name that configurations have for it; zero for a name
    /// that the plug-in does not know (rule A15).
    func size(forInlineBannerSize inlineBannerSize: String) -> AdSize

    /// A human name, for reports.
    func providerName() -> String
}

extension AdPlugin {
    /// The sizes that are published, which most plug-ins have.
    public func size(forInlineBannerSize inlineBannerSize: String) -> AdSize {
        AdSizeName(rawValue: inlineBannerSize)?.size ?? .zero
    }
}

extension AdPlugin where Self: AdSource {
    /// A presenter that shows what the plug-in itself finds.
    public func createAdPresenter(
        adView: any AdView, parentVC: any AdScreen
    ) -> any AdPresenter {
        let presenter = AdViewPresenter(adView: adView, parentVC: parentVC)
        presenter.source = self
        return presenter
    }
}

/// A plug-in whose ads belong to what is heard: offered with it, and taken away at its end.
public protocol AdPluginCompanion: AdPlugin {
    /// `advertisement` is heard from here on; `nil` when none is any more.
    func heardChanged(to advertisement: Advertisement?) -> AdOffer
}

/// What hosts do with the views of a companion plug-in.
public enum AdOffer: Hashable, Sendable {
    /// Load them.
    case offered
    /// Take them away.
    case withdrawn
}

/// A plug-in that says when its ads are to be loaded anew (rule A12). Hosts reload nothing of
/// one that does not.
public protocol AdPluginRefresh: AdPlugin {
    /// The reader has pulled the page down; returns whether ads are to be loaded anew.
    func reloadOnPullToRefresh() -> Bool

    /// The page is in view again; returns whether ads are to be loaded anew.
    func reloadOnDidAppear() -> Bool
}

/// What kind of ads a plug-in provides: the key under which it is registered.
public struct AdPluginType: RawRepresentable, Hashable, Sendable {
    public var rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Banners of the advertisement that is heard.
    public static let companionBanners = AdPluginType(rawValue: "companionBanners")

    /// The operator's own ads, from a folder or an address.
    public static let houseAds = AdPluginType(rawValue: "houseAds")
}

/// Fetches pictures before an ad counts as loaded, so that no ad is shown whose picture is missing.
public protocol AdImages: AnyObject {
    /// `answer` is called once, at once or later, on the plug-in's executor: with `nil` when the
    /// picture is there to be drawn.
    func fetch(_ image: AdImage, answer: @escaping (AdLoadError?) -> Void)
}

extension Optional where Wrapped == any AdImages {
    /// Answers with `creative` once its picture is there; at once where nobody fetches any.
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
