/// What the desktop may ask of a player: the methods of MPRIS, and its properties that can be set.
package enum MediaRequest: Hashable, Sendable {
    case play
    case pause
    case playPause
    case stop
    case next
    case previous
    case seek(by: Duration)
    /// Goes nowhere if another track is heard by now.
    case setPosition(Duration, track: String)
    case open(String)
    case setVolume(Double)
    case setRate(Double)
    case raise
    case quit
}
