// How a feed wants its ads, and what is done with those that it has.
extension StreamAdHelper {
    public var settings: FeedSettings {
        get { machine.settings }
        set { send(.settingsChanged(newValue)) }
    }

    /// Prefers ads of this width in points, from the next request on; what is not above 0 is
    /// ignored (the seed's `setPreferAdWidth:`, rule I11).
    public func setPreferredAdWidth(_ width: Double) {
        guard width > 0, width.isFinite else { return }
        settings.preferredAdWidth = width
    }

    /// The preferred width in points, or −1 if none was set (the seed's
    /// `getCurrentAdWidthSetting`).
    public var currentAdWidthSetting: Double { settings.preferredAdWidth ?? -1 }

    /// Lets ads appear at these positions only, which count rows over all sections from 0
    /// (`loadAdWithStartPosition:endPosition:` of the later helper).
    public func allowAds(at positions: Range<Int> = 0..<Int.max) {
        send(.windowChanged(positions))
    }

    /// Takes all ads out, and lets none appear until ``allowAds(at:)`` is called (`disableAd` of
    /// the later helper).
    public func disableAds() {
        cleanAds()
        allowAds(at: 0..<0)
    }

    /// Keeps away from ads of the host's own, which are items at these original paths, and from
    /// the rows right below them (`setAppAdsIndexPaths:`). Forgotten by ``cleanAds()``.
    public func setAppAdPaths(_ paths: [FeedPath]) {
        countItems()
        send(.appAdsChanged(paths))
    }

    /// Has ads appear right above the items at these original paths, and nowhere else
    /// (`setAdCustomIndexPaths:`). None leaves it to the ad server again. Forgotten by
    /// ``cleanAds()``.
    public func setCustomAdPaths(_ paths: [FeedPath]) {
        countItems()
        send(.customPathsChanged(paths))
    }

    /// Stops all ads that play (the seed's `stopADs`).
    public func stopAds() {
        send(.stopAll)
    }

    /// Starts an ad because the listener wants it, so that it may be heard (`startAdAtIndexPath:`).
    ///
    /// Does nothing for an ad without a row, and in a feed that is not looked at.
    public func startAd(_ handle: FeedAdHandle) {
        send(.start(handle))
    }

    /// Stops an ad because the listener wants it; it does not start again while it stays in view
    /// (`stopAdAtIndexPath:`).
    public func stopAd(_ handle: FeedAdHandle) {
        send(.stop(handle))
    }

    /// The listener has clicked an ad: that is reported, and a pull-down card grows.
    public func clickAd(_ handle: FeedAdHandle) {
        send(.clicked(handle))
    }
}
