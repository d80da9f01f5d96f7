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
