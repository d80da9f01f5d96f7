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
