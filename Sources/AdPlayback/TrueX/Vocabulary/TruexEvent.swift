/// What a renderer tells its host (rules E1 to E15).
public enum TruexEvent: Hashable, Sendable, Codable {
    /// The request is over, and an ad is ready (rule E1). Not always the first to come.
    case fetchAdComplete
    /// There is an ad for this listener (rule E2).
    case adsAvailable
    /// It is shown (rule E3); a host's start time-out ends here.
    case adStarted(campaignName: String)
    case adDisplayed
    /// Can come again after a ``userCancel`` (rule E5).
    case optIn(campaignName: String, adID: Int)
    /// ``adCompleted(timeSpent:)`` follows (rule E6).
    case optOut(OptOutCause)
    /// The listener backed out of the unit, and has the choice card again (rule E7).
    case userCancel
    /// An earlier credit covers this pod; ``adFreePod`` follows (rule E8).
    case skipCardShown
    /// The credit is earned (rule E9): noted, and acted upon at the terminal event.
    case adFreePod
    /// Seconds in the unit; 0 without a credit, and after a skip card (rule E10).
    case adCompleted(timeSpent: Int)
    /// What went wrong, in one line (rule E11).
    case adError(String)
    /// The request worked, and there is nothing for this listener (rule E12).
    case noAdsAvailable
    /// The listener leaves the whole stream (rule E13).
    case userCancelStream
    /// The address of a page to be opened; the host pauses the renderer meanwhile (rule E14).
    case popupWebsite(String)
    /// How far the unit's own video is (rule E15).
    case video(VideoProgress)
    case xtendedViewStarted
    case overlayCompleted

    /// Why a listener got the pod instead of the unit.
    public enum OptOutCause: String, Hashable, Sendable, Codable, CaseIterable {
        case user
        /// The countdown of the choice card ran out.
        case countdown
    }

    /// A part of the unit's own video that was reached.
    public enum VideoProgress: String, Hashable, Sendable, Codable, CaseIterable {
        case started
        case firstQuartile
        case secondQuartile
        case thirdQuartile
        case completed
    }
}

extension TruexEvent {
    /// Whether the renderer is done with it; nothing comes after.
    public var isTerminal: Bool {
        switch self {
        case .adCompleted, .adError, .noAdsAvailable, .userCancelStream: true
        case .fetchAdComplete, .adsAvailable, .adStarted, .adDisplayed, .optIn, .optOut,
            .userCancel, .skipCardShown, .adFreePod, .popupWebsite, .video, .xtendedViewStarted,
            .overlayCompleted:
            false
        }
    }
}
