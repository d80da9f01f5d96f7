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
