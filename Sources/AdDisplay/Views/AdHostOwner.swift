/// What the hosts of a page belong to, and what they tell it.
package protocol AdHostOwner: AnyObject {
    func mayShowInterstitial(_ host: AdHost) -> Bool

    /// It has come to another state, or was clicked once more; of one that failed,
    /// ``loadFailed(of:_:)`` tells.
    func stateChanged(of host: AdHost)

    /// There is no ad for it, and its row is taken out. Once a load.
    func loadFailed(of host: AdHost, _ error: AdLoadError)

    /// An interstitial covers the screen from here on, and does not any more.
    func presented(_ view: AdViewHandle)
    func dismissed(_ view: AdViewHandle)

    /// The reader has clicked `view`, and goes where it leads.
    func opened(_ view: AdViewHandle)
}
