import CSystemd
import Interlude
import MediaTime

/// A request of the desktop: a method of MPRIS, or the setting of a property.
package enum MediaRequest: Hashable, Sendable {
    case play
    case pause
    case playPause
    case stop
    case next
    case previous
    case seek(by: Duration)
    /// Has no effect if the present track is another.
    case setPosition(Duration, track: String)
    case open(String)
    case setVolume(Double)
    case setRate(Double)
    case raise
    case quit
}

/// The result of a ``MediaRequest``.
package enum MediaAnswer: Hashable, Sendable {
    case command(SessionCommand)
    /// By the specification, the request has no effect, without an error.
    case nothing
    case refusal(String)
}

extension MediaRequest {
    /// Parses a method call; `nil` if neither interface has a method with this name.
    init?(method name: String, _ arguments: BusReader) throws(BusError) {
        switch name {
        case "Play": self = .play
        case "Pause": self = .pause
        case "PlayPause": self = .playPause
        case "Stop": self = .stop
        case "Next": self = .next
        case "Previous": self = .previous
        case "Raise": self = .raise
        case "Quit": self = .quit
        case "Seek": self = .seek(by: .microseconds(try arguments.readInt64()))
        case "SetPosition":
            let track = try arguments.readObjectPath()
            self = .setPosition(.microseconds(try arguments.readInt64()), track: track)
        case "OpenUri": self = .open(try arguments.readString())
        default: return nil
        }
    }

    /// Parses the setting of a property; `nil` if it cannot be set.
    init?(setting property: MediaProperty?, _ value: BusReader) throws(BusError) {
        switch property {
        case .volume: self = .setVolume(try value.readDouble())
        case .rate: self = .setRate(try value.readDouble())
        case .playbackStatus, .metadata, .position, .minimumRate, .maximumRate, .canGoNext,
            .canGoPrevious, .canPlay, .canPause, .canSeek, .canControl, nil:
            return nil
        }
    }
}
