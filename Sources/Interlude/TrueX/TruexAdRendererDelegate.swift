import AdPlayback
import FoundationEssentials

/// Receives the events of a ``TruexAdRenderer`` (rules E1 to E15).
///
/// Called on the renderer's queue, one call after the other. The delegate may call the renderer,
/// which carries out the call afterwards, except ``TruexAdRenderer/stop()``, which applies at once.
/// A renderer that was started and not stopped sends exactly one terminal event, and nothing after
/// it.
public protocol TruexAdRendererDelegate: AnyObject, Sendable {
    // MARK: Main flow

    /// The unit is on the base view.
    func onAdStarted(campaignName: String)

    /// Terminal: the unit is over. `timeSpent` is the time in the unit in seconds; 0 without a
    /// credit.
    func onAdCompleted(timeSpent: Int)

    /// Terminal: the unit cannot continue. An earlier credit counts.
    func onAdError(errorMessage: String)

    /// Terminal: there is no ad for this listener.
    func onNoAdsAvailable()

    /// The listener earned the credit. Note it, and apply it at the terminal event.
    func onAdFreePod()

    /// A link of the unit was followed: open the page, and pause the renderer meanwhile.
    func onPopupWebsite(url: String)

    // MARK: Optional

    /// Terminal: the listener leaves the stream. Only if the options allow it.
    func onUserCancelStream()

    /// The request is complete, and the unit is ready to be shown.
    func onFetchAdComplete()

    // MARK: Informative

    func onAdsAvailable()
    func onAdDisplayed()
    /// May be called again after ``onUserCancel()``.
    func onOptIn(campaignName: String, adID: Int)
    /// `userInitiated` is false if the countdown ran out.
    func onOptOut(userInitiated: Bool)
    func onSkipCardShown()
    /// The listener has left the unit, and sees the choice card again.
    func onUserCancel()
    func onVideoEvent(_ progress: TruexEvent.VideoProgress)
    func onXtendedViewStarted()
    func onOverlayCompleted()
}

extension TruexAdRendererDelegate {
    public func onUserCancelStream() {}
    public func onFetchAdComplete() {}
    public func onAdsAvailable() {}
    public func onAdDisplayed() {}
    public func onOptIn(campaignName: String, adID: Int) {}
    public func onOptOut(userInitiated: Bool) {}
    public func onSkipCardShown() {}
    public func onUserCancel() {}
    public func onVideoEvent(_ progress: TruexEvent.VideoProgress) {}
    public func onXtendedViewStarted() {}
    public func onOverlayCompleted() {}

    /// Calls the method of `event`.
    package func take(_ event: TruexEvent) {
        switch event {
        case .fetchAdComplete: onFetchAdComplete()
        case .adsAvailable: onAdsAvailable()
        case .adStarted(let campaignName): onAdStarted(campaignName: campaignName)
        case .adDisplayed: onAdDisplayed()
        case .optIn(let campaignName, let adID): onOptIn(campaignName: campaignName, adID: adID)
        case .optOut(let cause): onOptOut(userInitiated: cause == .user)
        case .userCancel: onUserCancel()
        case .skipCardShown: onSkipCardShown()
        case .adFreePod: onAdFreePod()
        case .adCompleted(let timeSpent): onAdCompleted(timeSpent: timeSpent)
        case .adError(let message): onAdError(errorMessage: message)
        case .noAdsAvailable: onNoAdsAvailable()
        case .userCancelStream: onUserCancelStream()
        case .popupWebsite(let address): onPopupWebsite(url: address)
        case .video(let progress): onVideoEvent(progress)
        case .xtendedViewStarted: onXtendedViewStarted()
        case .overlayCompleted: onOverlayCompleted()
        }
    }
}

/// The options of a ``TruexAdRenderer`` (rule T2).
public struct TruexAdRendererOptions: Sendable {
    /// Equal for all pods of a stream; without it, a credit applies to its own pod only.
    public var streamID: String?

    /// Whether going back from the choice card leaves the stream instead of opting out (rule E13).
    public var supportsUserCancelStream = false

    /// Identifies the listener if the parameters do not.
    public var userAdvertisingID: String?

    /// Identifies the listener by default: random, and constant for the process.
    public var fallbackAdvertisingID = Self.processID

    /// Identifies the app to the ad server, as in `org.example.radio`, where an address has
    /// `[app_id]` or `[APPBUNDLE]` (VAST 4).
    public var appID: String?

    /// Receives lines about all requests and events, on any thread; `nil` for none.
    ///
    /// For debugging a unit, as with a web view on other platforms.
    public var diagnostics: (@Sendable (String) -> Void)?

    /// The time limit for the answer of the ad server.
    public var fetchTimeout = TruexConstants.fetchTime

    /// Whether addresses of the parameters may be loopback or private.
    public var documentAddresses = SessionOptions.DocumentAddresses.publicOnly

    public init() {}

    private static let processID = UUID().uuidString
}
