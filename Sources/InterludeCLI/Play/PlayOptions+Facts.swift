import Interlude
import PlainText

extension PlayOptions {
    /// What is played, where to and by which clock, for a report.
    func facts(playingTo output: AudioOutput) -> [String] {
        let clock =
            switch output.clock {
            case .real: "real clock"
            case .virtual: "virtual clock"
            }
        return [source.description.withoutUserInfo, "sink \(output.device.name)", clock]
    }
}

extension AudioOutput.Device {
    /// The device as `--sink` names it.
    var name: String {
        switch self {
        case .pulse(nil): "pulse"
        case .pulse(let name?): "pulse:\(name)"
        case .null: "null"
        case .wav(let path): "wav:\(path)"
        case .wav16(let path): "wav16:\(path)"
        }
    }
}
