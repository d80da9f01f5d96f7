import AdPlayback

/// An event without its values; the columns of the visit table.
enum EventKind: String, CaseIterable {
    case streamOpened, stop, streamerMuted, streamerUnmuted
    case push, emptyPush, ignore, ignoreOne, getAdvertisement, bannerClicked
    case connected, loaded, failed, watchdog
    case switchable, layoutRefused, heard, outputLost, outputHeld, outputRestored
    case measured, volumeChanged, skip, skipBreak, pauseRequested, resumed, keptBack, letGo, paidFor
}

/// A phase without its values; the rows of the visit table.
enum PhaseKind: String, CaseIterable {
    case closed, idle, breakStarting, playing, betweenAds

    init(_ phase: AdPlayManager.Phase) {
        self =
            switch phase {
            case .closed: .closed
            case .idle: .idle
            case .breakStarting: .breakStarting
            case .playing: .playing
            case .betweenAds: .betweenAds
            }
    }
}
