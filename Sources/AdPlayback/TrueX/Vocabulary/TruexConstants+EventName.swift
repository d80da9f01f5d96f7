extension TruexConstants {
    /// The names of a renderer's events, the same on every platform.
    public enum EventName: String, Hashable, Sendable, Codable, CaseIterable {
        case adFetchCompleted
        case adsAvailable
        case adStarted
        case adDisplayed
        case optIn
        case optOut
        case userCancel
        case skipCardShown
        case adFreePod
        case adCompleted
        case adError
        case noAdsAvailable
        case userCancelStream
        case popupWebsite
        case videoEvent
        case xtendedViewStarted
        case overlayCompleted
    }
}
