/// Loads and shows one ad for its host (rules A7 to A10 and A16).
///
/// The host owns it; it references host and screen weakly (rule A14). Used on the executor of all
/// three.
public protocol AdPresenter: AnyObject {
    /// Called by a plug-in's ``AdPlugin/createAdPresenter(adView:parentVC:)``.
    init(adView: any AdView, parentVC: any AdScreen)

    /// Requests an ad. The answer goes to the host, possibly during this call.
    ///
    /// The previous ad is released, and its later events are dropped.
    func load(adConfig: AdConfig)

    /// The size of the loaded ad; zero without one.
    func getSize() -> AdSize

    /// The size in a container, which replaces full extents.
    func getSize(withContainer container: AdSize) -> AdSize

    /// Covers the screen with the loaded interstitial; once per load.
    func showInterstitial() throws(AdRefusal)

    /// Reloads an inline banner in another size; has no effect before the first load.
    func reloadAd(withSize inlineBannerSize: String)

    /// The last requested configuration.
    func getConfig() -> AdConfig?

    /// The provider's name for reports.
    func getProviderName() -> String

    // Visibility and actions of the reader.

    /// The visible fraction of the ad, 0 to 1.
    func visibilityChanged(to share: Double)

    /// The reader clicked the ad.
    func click() throws(AdRefusal)

    /// The reader closed the interstitial, or its spot ended.
    func close() throws(AdRefusal)
}

/// Why a command to an ad view was refused. Nothing has changed.
public enum AdRefusal: String, Error, Hashable, Sendable {
    /// No ad waits to be shown: none is loaded, or it was already shown.
    case notLoaded

    /// A banner can neither cover the screen nor be closed.
    case notAnInterstitial

    /// The ad is not visible.
    case notShown

    /// The ad has no click target.
    case nothingToClick
}

extension AdRefusal: CustomStringConvertible {
    public var description: String {
        switch self {
        case .notLoaded: "no loaded ad is waiting to be shown"
        case .notAnInterstitial: "the ad is a banner, not an interstitial"
        case .notShown: "the ad is not shown"
        case .nothingToClick: "the ad has nothing to click"
        }
    }
}
