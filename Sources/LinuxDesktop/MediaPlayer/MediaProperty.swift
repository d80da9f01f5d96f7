import Interlude

/// A property of `org.mpris.MediaPlayer2.Player`.
package enum MediaProperty: String, Hashable, Sendable, CaseIterable {
    case playbackStatus = "PlaybackStatus"
    case rate = "Rate"
    case metadata = "Metadata"
    case volume = "Volume"
    case position = "Position"
    case minimumRate = "MinimumRate"
    case maximumRate = "MaximumRate"
    case canGoNext = "CanGoNext"
    case canGoPrevious = "CanGoPrevious"
    case canPlay = "CanPlay"
    case canPause = "CanPause"
    case canSeek = "CanSeek"
    case canControl = "CanControl"
}

/// The changes to signal on the bus.
package struct MediaChanges: Hashable, Sendable {
    package var changed: Set<MediaProperty> = []

    /// The new position, if clients cannot derive it from the last one.
    package var seekedTo: Duration?

    package var isEmpty: Bool { changed.isEmpty && seekedTo == nil }

    /// Adds later changes.
    mutating func add(_ later: MediaChanges) {
        changed.formUnion(later.changed)
        seekedTo = later.seekedTo ?? seekedTo
    }
}

extension MediaPlayer {
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

    /// Whether an advertisement plays, which a client can neither pause nor leave by seeking.
    var isInAdvertisement: Bool { status.adBreak != nil }

    var isActive: Bool { playbackStatus != .stopped }

    /// `Next` skips the advertisement.
    var canSkip: Bool { isInAdvertisement && status.controls.skip }

    /// Also true during a pause: MPRIS asks whether the track can be paused at all.
    var canPause: Bool {
        !isInAdvertisement && (status.controls.pause || status.controls.resume)
    }

    /// A live stream can be sought only within its stored part.
    var canSeek: Bool {
        status.controls.seek && !isInAdvertisement
            && (status.behindLive == nil || availableDelay >= .seconds(1))
    }

    /// The greatest possible delay behind live.
    var availableDelay: Duration { status.availableDelay ?? .zero }
}
