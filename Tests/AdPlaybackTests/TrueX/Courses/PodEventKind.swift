/// An event of a coordinator without what it carries; the rows of the visit table.
enum PodEventKind: String, CaseIterable {
    case opened, podsChanged, reachChanged, heard, streamEnded, streamFailed
    case seek, step, leave, optIn, optOut, popupClosed, hidden, shown, pause, resume
    case audience
    case fetchAdComplete, adStarted, adFreePod, popupWebsite, userCancelStream
    case adCompleted, adError, noAdsAvailable, optedIn, optedOut, cancelled
    case otherNews, staleNews, sponsored
    case spotPlaying, spotIdle, wake
}
