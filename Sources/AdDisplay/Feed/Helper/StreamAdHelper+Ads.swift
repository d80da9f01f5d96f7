// Settings and commands of the host for the ads of a feed.
extension StreamAdHelper {
    public var settings: FeedSettings {
        get { machine.settings }
        set { send(.settingsChanged(newValue)) }
    }

    /// Sets the preferred width of ads in points, from the next request on. Ignored unless above 0
    /// (the seed's `setPreferAdWidth:`, rule I11).
    public func setPreferredAdWidth(_ width: Double) {
        guard width > 0, width.isFinite else { return }
        settings.preferredAdWidth = width
    }

    /// The preferred width in points; −1 if none was set (the seed's `getCurrentAdWidthSetting`).
    public var currentAdWidthSetting: Double { settings.preferredAdWidth ?? -1 }

    /// Restricts ads to these positions, which count rows over all sections from 0
    /// (`loadAdWithStartPosition:endPosition:` of the later helper).
    public func allowAds(at positions: Range<Int> = 0..<Int.max) {
        send(.windowChanged(positions))
    }

    /// Removes all ads, and shows none until ``allowAds(at:)`` is called (`disableAd` of the later
    /// helper).
    public func disableAds() {
        cleanAds()
        allowAds(at: 0..<0)
    }

    /// Keeps ads off the host's own ads, which are items at these original paths, and off the rows
    /// below them (`setAppAdsIndexPaths:`). ``cleanAds()`` resets this.
    public func setAppAdPaths(_ paths: [FeedPath]) {
        countItems()
        send(.appAdsChanged(paths))
    }

    /// Shows ads only above the items at these original paths (`setAdCustomIndexPaths:`). An empty
    /// array leaves the positions to the ad server. ``cleanAds()`` resets this.
    public func setCustomAdPaths(_ paths: [FeedPath]) {
        countItems()
        send(.customPathsChanged(paths))
    }

    /// Stops all playing ads (the seed's `stopADs`).
    public func stopAds() {
        send(.stopAll)
    }

    /// Starts an ad on the listener's request, so it may have sound (`startAdAtIndexPath:`).
    ///
    /// Has no effect for an ad without a row, or in an inactive feed.
    public func startAd(_ handle: FeedAdHandle) {
        send(.start(handle))
    }

    /// Stops an ad on the listener's request; it does not start again while it stays visible
    /// (`stopAdAtIndexPath:`).
    public func stopAd(_ handle: FeedAdHandle) {
        send(.stop(handle))
    }

    /// Reports the listener's click on an ad; a pull-down card grows.
    public func clickAd(_ handle: FeedAdHandle) {
        send(.clicked(handle))
    }
}
