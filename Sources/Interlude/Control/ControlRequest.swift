import Advertising
import MediaTime
import PCMAudio

/// What `interlude ctl` and the page ask of a running player.
///
/// To `ctl` it is one JSON object on one line.
package enum ControlRequest: Hashable, Sendable {
    case status
    /// Delivers these spots, as one push.
    case push([Advertisement])
    /// Forgets the spots that wait.
    case ignore
    case pause
    case resume
    /// Goes to the live edge.
    case live
    /// Listens so far behind the live edge.
    case delay(Duration)
    /// Goes to this stream time; for a live stream back from the live edge if negative.
    case seek(Duration)
    case volume(Gain)
    /// Skips the spot that is heard, or whose turn it is, where that is allowed.
    case skip
    /// Skips all spots of the break.
    case skipBreak
    /// Plays another source: an address or a file's absolute path.
    case play(String)
    /// The same, asked for by a listener: an address in the public network.
    case playPublic(String)
    case stop
}

extension ControlRequest: Codable {
    private enum CodingKeys: String, CodingKey {
        case verb
        case spots
        case seconds
        case gain
        case source
        case isWholeBreak = "break"
    }

    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        switch try values.decode(ControlVerb.self, forKey: .verb) {
        case .status: self = .status
        case .push: self = .push(try values.decode([Advertisement].self, forKey: .spots))
        case .ignore: self = .ignore
        case .pause: self = .pause
        case .resume: self = .resume
        case .live: self = .live
        case .delay:
            self = .delay(try values.decodeSeconds(forKey: .seconds, within: .position))
        case .seek: self = .seek(try values.decodeSeconds(forKey: .seconds, within: .offset))
        case .volume: self = .volume(try values.decodeVolume(forKey: .gain))
        case .skip:
            let isWhole = try values.decodeIfPresent(Bool.self, forKey: .isWholeBreak) ?? false
            self = isWhole ? .skipBreak : .skip
        case .play: self = .play(try values.decode(String.self, forKey: .source))
        case .stop: self = .stop
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(verb, forKey: .verb)
        switch self {
        case .status, .ignore, .pause, .resume, .live, .skip, .stop: break
        case .skipBreak: try values.encode(true, forKey: .isWholeBreak)
        case .push(let spots): try values.encode(spots, forKey: .spots)
        case .delay(let time), .seek(let time):
            try values.encode(time / .seconds(1), forKey: .seconds)
        case .volume(let gain): try values.encode(gain, forKey: .gain)
        case .play(let source), .playPublic(let source):
            try values.encode(source, forKey: .source)
        }
    }

    private var verb: ControlVerb {
        switch self {
        case .status: .status
        case .push: .push
        case .ignore: .ignore
        case .pause: .pause
        case .resume: .resume
        case .live: .live
        case .delay: .delay
        case .seek: .seek
        case .volume: .volume
        case .skip, .skipBreak: .skip
        case .play, .playPublic: .play
        case .stop: .stop
        }
    }
}

extension KeyedDecodingContainer {
    /// Reads a volume that a listener may ask for.
    fileprivate func decodeVolume(forKey key: Key) throws -> Gain {
        let gain = try decode(Gain.self, forKey: key)
        return try checked(key) { () throws(NumberError) in try gain.checkedVolume() }
    }
}
