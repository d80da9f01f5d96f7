import CSystemd
import MediaTime

extension MediaRequest {
    /// What a method call asks for; `nil` if no method of the two interfaces has that name.
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

    /// What the setting of a property asks for; `nil` if it is not one of those that can be set.
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
