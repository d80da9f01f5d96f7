extension AdViewMachine {
    /// What the presenter has to do, in the order given.
    package enum Effect: Hashable, Sendable {
        /// Look for an ad; the answer comes back as an event of the same generation.
        case request(generation: Int, AdConfig)

        // What the host is told.

        case stateChanged(AdViewState)
        case adLoaded(AdViewHandle?)
        case adLoadFailed(AdLoadError)

        // What the screen has to do.

        case present(AdViewHandle)
        case dismiss(AdViewHandle)
        case open(String, from: AdViewHandle)

        /// What was asked for is not done.
        case refuse(AdRefusal)
    }
}
