import AdPlayback

/// An event without what it carries; the columns of the visit table.
enum EventKind: String, CaseIterable {
    case streamOpened, stop, streamLost, streamReturned, streamerMuted, streamerUnmuted
    case delayChanged, push, emptyPush, ignore, getAdvertisement, bannerClicked
    case connected, loaded, failed, watchdog
    case switchable, layoutRefused, heard, outputLost, outputHeld, outputRestored
    case measured, volumeChanged, skip, pauseRequested, resumed, keptBack, letGo, paidFor
}

/// A phase without what it carries; the rows of the visit table.
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

/// A row of the table of what was tried in which state.
struct Visit: Hashable {
    var phase: PhaseKind
    var event: EventKind

    /// Whether a shell can bring it about.
    ///
    /// Where nothing is open no layout is made, so none can be refused.
    var isLegal: Bool {
        switch (phase, event) {
        case (.closed, .layoutRefused): false
        case (.closed, _), (.idle, _), (.breakStarting, _), (.playing, _), (.betweenAds, _): true
        }
    }
}
