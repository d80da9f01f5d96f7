/// Loads and shows one ad for its host (rules A7 to A10 and A16).
///
/// The host keeps it, and it keeps neither host nor screen (rule A14). To be called on the
/// executor that owns all three.
public protocol AdPresenter: AnyObject {
    /// Made by a plug-in's ``AdPlugin/createAdPresenter(adView:parentVC:)``.
    init(adView: any AdView, parentVC: any AdScreen)

    /// Asks for an ad; the answer is told to the host, also from inside of this call.
    ///
    /// What was loaded before is let go of, and what still comes of it is dropped.
    func load(adConfig: AdConfig)

    /// The size of the ad that is loaded; zero while there is none.
    func getSize() -> AdSize

    /// The same in a container: what is full is as large as that.
    func getSize(withContainer container: AdSize) -> AdSize

    /// Covers the screen with the interstitial that is loaded; once a load.
    func showInterstitial() throws(AdRefusal)

    /// Loads an inline banner anew in another size; does nothing before the first load.
    func reloadAd(withSize inlineBannerSize: String)

    /// What was asked for last.
    func getConfig() -> AdConfig?

    /// Who provides the ads, for reports.
    func getProviderName() -> String

    // What the page measures and its reader does.

    /// So much of the ad is in view, from 0 to 1.
    func visibilityChanged(to share: Double)

    /// The reader has clicked the ad.
    func click() throws(AdRefusal)

    /// The reader has closed the interstitial, or its spot is over.
    func close() throws(AdRefusal)
}

/// Why something that was asked of an ad view is not done. Nothing has changed then.
public enum AdRefusal: String, Error, Hashable, Sendable {
    /// There is no ad that waits to be shown: none is loaded, or it was shown already.
    case notLoaded

    /// It is a banner, which neither covers the screen nor is closed.
    case notAnInterstitial

    /// The ad is not to be seen.
    case notShown

    /// A click on the ad leads nowhere.
    case nothingToClick
}

extension AdRefusal: CustomStringConvertible {
    public var description: String {
        switch self {
        case .notLoaded: "no ad is loaded that could be shown"
        case .notAnInterstitial: "the ad is a banner, not an interstitial"
        case .notShown: "the ad is not shown"
        case .nothingToClick: "the ad has nothing to click"
        }
    }
}
