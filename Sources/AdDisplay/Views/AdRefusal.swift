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
