import AdPlayback

/// Hears what a ``TruexAdRenderer`` has to say (rules E1 to E15).
///
/// Called on the renderer's own queue, one call after the other; calls back into
/// the renderer are allowed, and are carried out afterwards, but for
/// ``TruexAdRenderer/stop()``, which holds at once. Exactly one of the terminal
/// events comes for a renderer that was started and not stopped, and nothing
/// after it.
public protocol TruexAdRendererDelegate: AnyObject, Sendable {
    // MARK: Main flow

    /// The unit is on the base view.
    func onAdStarted(campaignName: String)

    /// Terminal: the unit is done. `timeSpent` is how many seconds the listener was in it; 0 without
    /// a credit.
    func onAdCompleted(timeSpent: Int)

    /// Terminal: the unit cannot go on. A credit that was earned before counts all the same.
    func onAdError(errorMessage: String)

    /// Terminal: there is nothing for this listener.
    func onNoAdsAvailable()

    /// The listener has earned his credit: to be noted, and acted upon at the terminal event.
    func onAdFreePod()

    /// A link of the unit was followed: open the page, pause the renderer meanwhile.
    func onPopupWebsite(url: String)

    // MARK: Optional

    /// Terminal: the listener leaves the whole stream. Only where the renderer's options allow it.
    func onUserCancelStream()

    /// The request is over, and the unit is ready to be shown.
    func onFetchAdComplete()

    // MARK: Informative

    func onAdsAvailable()
    func onAdDisplayed()
    /// May come again after ``onUserCancel()``.
    func onOptIn(campaignName: String, adID: Int)
    /// `userInitiated` is false where the countdown ran out.
    func onOptOut(userInitiated: Bool)
    func onSkipCardShown()
    /// The listener backed out of the unit, and has the choice card again.
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

    /// Calls the method that stands for `event`.
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
