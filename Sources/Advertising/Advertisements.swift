/// An app's access to the advertisements of a live stream (rules M10 to M14).
public protocol Advertisements: AnyObject {
    /// Registers a delegate for new batches of advertisements.
    ///
    /// The delegate is held weakly; adding it twice has no effect. Add it before playing the
    /// stream, because the first response may already contain a pre-stream advertisement.
    func addObserver(advertisementDelegate: any AdvertisementDelegate)

    func removeObserver(advertisementDelegate: any AdvertisementDelegate)

    /// Removes and returns the next advertisement, for an app that plays it itself.
    ///
    /// Returns `nil` if the queue is empty or no stream is playing. A call also reports that the
    /// advertisement taken before has played to its end.
    func getAdvertisement() -> Advertisement?

    /// Empties the queue. An advertisement that was already returned is not affected.
    func ignoreReceivedAdvertisements()

    /// Sends a click report. The app opens the target itself.
    ///
    /// Has no effect if the advertisement has no target or is not the one shown.
    func onAdBannerClicked(advertisement: Advertisement)

    /// Reports that the listener sees the banner of the advertisement that plays. Its ad server learns
    /// of it once.
    ///
    /// Has no effect if the advertisement is not the one that plays.
    func onAdBannerShown(advertisement: Advertisement)
}

extension Advertisements {
    public func onAdBannerShown(advertisement: Advertisement) {}
}

/// Is notified of new advertisements (rule M11).
public protocol AdvertisementDelegate: AnyObject, Sendable {
    /// A new batch of advertisements is queued, and none of it was heard yet.
    ///
    /// Called on the session's executor. If the app plays the advertisements, take one with
    /// ``Advertisements/getAdvertisement()`` and, whenever that has played, the next one, until
    /// there is none; or discard them with ``Advertisements/ignoreReceivedAdvertisements()``. Both
    /// may be called from here. If the session plays them, it starts the first one next, and that one
    /// can no longer be taken.
    func onAdvertisementAvailable()
}
