extension AdViewMachine {
    /// What can happen to an ad view.
    package enum Event: Hashable, Sendable {
        case load(AdConfig)

        // Answers to ``Effect/request(generation:_:)``.

        case found(generation: Int, AdViewHandle)
        case notFound(generation: Int, AdLoadError)

        // What the page measures and its reader does.

        /// So much of it is in view, from 0 to 1.
        case inView(share: Double)
        case clicked
        case showInterstitial
        /// It was closed, or its spot is over.
        case dismissed
    }
}
