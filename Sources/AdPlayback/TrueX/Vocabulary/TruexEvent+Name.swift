extension TruexEvent {
    /// Its name on every platform.
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

    /// Its name in the event log.
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
