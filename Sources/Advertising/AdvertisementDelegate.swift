/// Hears that advertisements have come in (contract M11).
public protocol AdvertisementDelegate: AnyObject, Sendable {
    /// A new batch of advertisements is queued.
    ///
    /// Playback has not begun. Take them with ``Advertisements/getAdvertisement()`` until it
    /// returns `nil`, or drop them with ``Advertisements/ignoreReceivedAdvertisements()``.
    /// Called on the session's executor; both may be called from inside.
    func onAdvertisementAvailable()
}
