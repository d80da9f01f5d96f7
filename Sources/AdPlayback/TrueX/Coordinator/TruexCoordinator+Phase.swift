extension TruexCoordinator {
    /// Where a stream stands, in a word.
    package enum Phase: String, Hashable, Sendable, CaseIterable {
        case closed
        case content
        /// The stream is heard, and the ad of a placeholder that is near is looked for.
        case preparing
        case waitingForSpot
        case card
        case waitingStart
        case interactive
        case popup
        case leaving
        case linearAds
    }

    package var phase: Phase {
        switch state {
        case .closed: .closed
        case .content: prepared == nil ? .content : .preparing
        case .waitingForSpot: .waitingForSpot
        case .card: .card
        case .waitingStart: .waitingStart
        case .interactive: .interactive
        case .popup: .popup
        case .leaving: .leaving
        case .linearAds: .linearAds
        }
    }
}
