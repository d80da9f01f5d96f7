import Foundation
import Interlude

extension PlayOptions {
    /// What is played, where to and by which clock, for a report.
    func facts(playingTo output: AudioOutput) -> [String] {
        let sink =
            switch output.device {
            case .pulse(nil): "sink pulse"
            case .pulse(let name?): "sink pulse:\(name)"
            case .null: "sink null"
            case .wav(let path): "sink wav:\(path)"
            case .wav16(let path): "sink wav16:\(path)"
            }
        let clock =
            switch output.clock {
            case .real: "real clock"
            case .virtual: "virtual clock"
            }
        return [source.withoutCredentials, sink, clock]
    }
}

extension SourceArgument {
    /// The source as it may be shown to others: without the name and password of an address.
    fileprivate var withoutCredentials: String {
        guard case .address(let address) = self, var parts = URLComponents(string: address) else {
            return description
        }
        parts.user = nil
        parts.password = nil
        return parts.string ?? description
    }
}
