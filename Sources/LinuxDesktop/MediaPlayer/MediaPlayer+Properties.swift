import Interlude

extension MediaPlayer {
    /// What `property` is now.
    package func value(of property: MediaProperty) -> BusValue {
        switch property {
        case .playbackStatus: .string(playbackStatus.rawValue)
        case .rate, .minimumRate, .maximumRate: .double(1)
        case .metadata: track.metadata
        case .volume: .double(Double(status.volume.linear))
        case .position: .int64(position.inMicroseconds)
        case .canGoNext: .bool(canSkip)
        case .canGoPrevious: .bool(false)
        case .canPlay: .bool(isActive)
        case .canPause: .bool(canPause)
        case .canSeek: .bool(canSeek)
        case .canControl: .bool(true)
        }
    }

    /// Whether an advertisement is heard, which its listener can neither pause nor leave by
    /// seeking.
    var isInAdvertisement: Bool { status.adBreak != nil }

    var isActive: Bool { playbackStatus != .stopped }

    /// What comes next after an advertisement is what comes after it anyway.
    var canSkip: Bool { isInAdvertisement && status.controls.skip }

    /// Also while it is paused: it is no matter of what it does at the moment.
    var canPause: Bool {
        !isInAdvertisement && (status.controls.pause || status.controls.resume)
    }

    /// Of a live stream only what is kept can be gone to.
    var canSeek: Bool {
        status.controls.seek && !isInAdvertisement
            && (status.behindLive == nil || availableDelay >= .seconds(1))
    }

    /// How far the listener may fall behind live.
    var availableDelay: Duration { status.availableDelay ?? .zero }
}
