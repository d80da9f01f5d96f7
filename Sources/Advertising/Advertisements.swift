/// What an app does with the advertisements of a live stream (rules M10 to M14).
public protocol Advertisements: AnyObject {
    /// Has `advertisementDelegate` told of every new batch from now on.
    ///
    /// It is held weakly, and registered once however often it is added. Add it before the stream
    /// is played: the answer to that can already carry a pre-stream advertisement.
    func addObserver(advertisementDelegate: any AdvertisementDelegate)

    /// Has `advertisementDelegate` told of nothing any more.
    func removeObserver(advertisementDelegate: any AdvertisementDelegate)

    /// Takes the next advertisement out of the queue, for an app that plays it itself.
    ///
    /// Returns `nil` if there is none, or no stream is played. Taking the next one also says that
    /// the one taken before has been played to its end.
    func getAdvertisement() -> Advertisement?

    /// Drops all that is queued; what was handed out already goes on.
    func ignoreReceivedAdvertisements()

    /// Sends a click report. Opening the target is the app's business.
    ///
    /// Does nothing for an advertisement that has no target or is not the one shown.
    func onAdBannerClicked(advertisement: Advertisement)
}

/// Hears that advertisements have come in (rule M11).
public protocol AdvertisementDelegate: AnyObject, Sendable {
    /// A new batch of advertisements is queued.
    ///
    /// Nothing of it is heard yet. A session that leaves playing to the app plays none of it: take
    /// them with ``Advertisements/getAdvertisement()`` until it returns `nil`, or drop them with
    /// ``Advertisements/ignoreReceivedAdvertisements()``. One that plays by itself is about to
    /// begin; what has its turn already is not to be taken any more.
    /// Called on the session's executor; both may be called from inside.
    func onAdvertisementAvailable()
}
