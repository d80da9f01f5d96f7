/// An event from a renderer to its host (rules E1 to E15).
public enum TruexEvent: Hashable, Sendable, Codable {
    /// The request has ended with an ad (rule E1). Not always the first event.
    case fetchAdComplete
    /// There is an ad for this listener (rule E2).
    case adsAvailable
    /// The ad is shown (rule E3); ends the host's start timeout.
    case adStarted(campaignName: String)
    case adDisplayed
    /// Can occur again after ``userCancel`` (rule E5).
    case optIn(campaignName: String, adID: Int)
    /// ``adCompleted(timeSpent:)`` follows (rule E6).
    case optOut(OptOutCause)
    /// The listener left the unit for the choice card (rule E7).
    case userCancel
    /// An earlier credit covers this pod; ``adFreePod`` follows (rule E8).
    case skipCardShown
    /// The credit is earned (rule E9). The host notes it and acts at the terminal event.
    case adFreePod
    /// Seconds in the unit; 0 without a credit and after a skip card (rule E10).
    case adCompleted(timeSpent: Int)
    /// An error message of one line (rule E11).
    case adError(String)
    /// The request succeeded, without an ad for this listener (rule E12).
    case noAdsAvailable
    /// The listener leaves the stream (rule E13).
    case userCancelStream
    /// A page to open. The host pauses the renderer meanwhile (rule E14).
    case popupWebsite(String)
    /// The progress of the unit's own video (rule E15).
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
    /// Whether it is the renderer's last event.
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

extension TruexEvent {
    /// The name on every platform.
    public var name: TruexConstants.EventName {
        switch self {
        case .fetchAdComplete: .adFetchCompleted
        case .adsAvailable: .adsAvailable
        case .adStarted: .adStarted
        case .adDisplayed: .adDisplayed
        case .optIn: .optIn
        case .optOut: .optOut
        case .userCancel: .userCancel
        case .skipCardShown: .skipCardShown
        case .adFreePod: .adFreePod
        case .adCompleted: .adCompleted
        case .adError: .adError
        case .noAdsAvailable: .noAdsAvailable
        case .userCancelStream: .userCancelStream
        case .popupWebsite: .popupWebsite
        case .video: .videoEvent
        case .xtendedViewStarted: .xtendedViewStarted
        case .overlayCompleted: .overlayCompleted
        }
    }

    /// The name in the event log.
    package var logName: String {
        switch self {
        case .fetchAdComplete: "truex.fetchCompleted"
        case .adsAvailable: "truex.adsAvailable"
        case .adStarted: "truex.started"
        case .adDisplayed: "truex.displayed"
        case .optIn: "truex.optIn"
        case .optOut: "truex.optOut"
        case .userCancel: "truex.userCancel"
        case .skipCardShown: "truex.skipCardShown"
        case .adFreePod: "truex.adFreePod"
        case .adCompleted: "truex.completed"
        case .adError: "truex.error"
        case .noAdsAvailable: "truex.noAds"
        case .userCancelStream: "truex.userCancelStream"
        case .popupWebsite: "truex.popup"
        case .video: "truex.video"
        case .xtendedViewStarted: "truex.xtendedView"
        case .overlayCompleted: "truex.overlayCompleted"
        }
    }
}

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

/// Tracking events for the ad server, by its names.
package enum TruexTracking: String, Hashable, Sendable, Codable, CaseIterable {
    case playerLoad = "player_load"
    case playerNoLoad = "player_no_load"
    case playerAdFree = "player_ad_free"
    case selectUnit = "choice_card_select_unit"
    case reselectUnit = "choice_card_re-select_unit"
    case selectWatch = "choice_card_select_watch"
    case autoAdvance = "choice_card_auto_advance"
    case cardError = "choice_card_error"
    case selectBack = "select_back"
    case unitLoad = "unit_load"
    case firstInteraction = "unit_first_interaction"
    case timeMet = "unit_time_met"
    case creativeCompletion = "creative_completion"
    case credit = "unit_credit"
    case closedBeforeCredit = "unit_closed_by_x_before_credit"
    case closedAfterCredit = "unit_closed_by_x_after_credit"
    case continueToEnd = "continue_to_end"
}
