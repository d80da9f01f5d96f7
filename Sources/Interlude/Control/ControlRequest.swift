import Advertising
import MediaTime
import PCMAudio

/// A request of `interlude ctl` or of the page to a running player.
///
/// `ctl` sends it as one JSON object on one line.
package enum ControlRequest: Hashable, Sendable {
    case status
    /// Pushes these spots as one break.
    case push([Advertisement])
    /// Pushes these spots as one break, and is answered once each of them has ended.
    case pushAndWait([Advertisement])
    /// Pushes these spots as one break at a place in the stream.
    case pushInStream([Advertisement], at: StreamPlace)
    /// Drops the queued spots.
    case ignore
    /// Drops one queued spot with this id.
    case ignoreSpot(id: Int)
    case pause
    case resume
    /// Moves to the live edge.
    case live
    /// Plays this far behind the live edge.
    case delay(Duration)
    /// Seeks to this stream time; for a live stream, a negative time counts back from the live
    /// edge.
    case seek(Duration)
    case volume(Gain)
    /// The volume of advertisements, in addition.
    case adVolume(Gain)
    case mute
    /// Returns to the volume before ``mute``.
    case unmute
    /// Skips the present spot, or the next one if none plays yet.
    case skip
    /// Skips all spots of the break.
    case skipBreak
    /// Plays another source: an address or the absolute path of a file.
    case play(String)
    /// Plays a source requested by a listener: an address in the public network.
    case playPublic(String)
    /// Sets what the listener allows ad servers to do.
    case consent(AdPrivacy)
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
        case waits = "wait"
        case spot
        case at
        case privacy
    }

    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        switch try values.decode(ControlVerb.self, forKey: .verb) {
        case .status: self = .status
        case .push:
            let spots = try values.decode([Advertisement].self, forKey: .spots)
            let waits = try values.decodeIfPresent(Bool.self, forKey: .waits) ?? false
            if values.contains(.at) {
                self = .pushInStream(spots, at: try values.decodePlace(forKey: .at))
            } else {
                self = waits ? .pushAndWait(spots) : .push(spots)
            }
        case .ignore:
            let spot = try values.decodeIfPresent(Int.self, forKey: .spot)
            self = spot.map { .ignoreSpot(id: $0) } ?? .ignore
        case .pause: self = .pause
        case .resume: self = .resume
        case .live: self = .live
        case .delay:
            self = .delay(try values.decodeSeconds(forKey: .seconds, within: .position))
        case .seek: self = .seek(try values.decodeSeconds(forKey: .seconds, within: .offset))
        case .volume: self = .volume(try values.decodeVolume(forKey: .gain))
        case .adVolume: self = .adVolume(try values.decodeVolume(forKey: .gain))
        case .mute: self = .mute
        case .unmute: self = .unmute
        case .skip:
            let isWhole = try values.decodeIfPresent(Bool.self, forKey: .isWholeBreak) ?? false
            self = isWhole ? .skipBreak : .skip
        case .play: self = .play(try values.decode(String.self, forKey: .source))
        case .consent: self = .consent(try values.decode(AdPrivacy.self, forKey: .privacy))
        case .stop: self = .stop
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(verb, forKey: .verb)
        switch self {
        case .status, .ignore, .pause, .resume, .live, .mute, .unmute, .skip, .stop: break
        case .ignoreSpot(let id): try values.encode(id, forKey: .spot)
        case .skipBreak: try values.encode(true, forKey: .isWholeBreak)
        case .push(let spots): try values.encode(spots, forKey: .spots)
        case .pushAndWait(let spots):
            try values.encode(spots, forKey: .spots)
            try values.encode(true, forKey: .waits)
        case .pushInStream(let spots, let place):
            try values.encode(spots, forKey: .spots)
            switch place {
            case .time(let time): try values.encode(time / .seconds(1), forKey: .at)
            case .end: try values.encode("end", forKey: .at)
            }
        case .delay(let time), .seek(let time):
            try values.encode(time / .seconds(1), forKey: .seconds)
        case .volume(let gain), .adVolume(let gain): try values.encode(gain, forKey: .gain)
        case .play(let source), .playPublic(let source):
            try values.encode(source, forKey: .source)
        case .consent(let privacy): try values.encode(privacy, forKey: .privacy)
        }
    }

    private var verb: ControlVerb {
        switch self {
        case .status: .status
        case .push, .pushAndWait, .pushInStream: .push
        case .ignore, .ignoreSpot: .ignore
        case .pause: .pause
        case .resume: .resume
        case .live: .live
        case .delay: .delay
        case .seek: .seek
        case .volume: .volume
        case .adVolume: .adVolume
        case .mute: .mute
        case .unmute: .unmute
        case .skip, .skipBreak: .skip
        case .play, .playPublic: .play
        case .consent: .consent
        case .stop: .stop
        }
    }
}

extension KeyedDecodingContainer {
    /// Decodes a place in a stream: a number of seconds, or `end`.
    package func decodePlace(forKey key: Key) throws -> StreamPlace {
        // try?: a number is no text.
        if let text = try? decode(String.self, forKey: key) {
            guard text == "end" else {
                throw DecodingError.dataCorruptedError(
                    forKey: key, in: self, debugDescription: "write seconds, or end")
            }
            return .end
        }
        return .time(try decodeSeconds(forKey: key, within: .position))
    }

    /// Decodes a volume, and checks that a listener may set it.
    fileprivate func decodeVolume(forKey key: Key) throws -> Gain {
        let gain = try decode(Gain.self, forKey: key)
        return try checked(key) { () throws(NumberError) in try gain.checkedVolume() }
    }
}

/// The verbs of `interlude ctl` and of the protocol.
package enum ControlVerb: String, Codable, Sendable, CaseIterable {
    case status, push, ignore, pause, resume, live, delay, seek, volume
    case adVolume = "ad-volume"
    case mute, unmute, skip, play, consent, stop
}

extension SessionCommand {
    /// The command of a request; `nil` for a query.
    init?(_ request: ControlRequest) {
        switch request {
        case .status: return nil
        case .push(let advertisements), .pushAndWait(let advertisements):
            self = .push(advertisements)
        case .pushInStream(let advertisements, let place):
            self = .pushInStream(advertisements, at: place)
        case .ignore: self = .ignoreAdvertisements
        case .ignoreSpot(let id): self = .ignoreAdvertisement(id: id)
        case .pause: self = .pause
        case .resume: self = .unpause
        case .live: self = .goLive
        case .delay(let delay): self = .setDelay(delay)
        case .seek(let time): self = .seek(time)
        case .volume(let gain): self = .setVolume(gain)
        case .adVolume(let gain): self = .setAdVolume(gain)
        case .mute: self = .mute
        case .unmute: self = .unmute
        case .skip: self = .skip
        case .skipBreak: self = .skipBreak
        case .play(let source): self = .play(source: source)
        case .playPublic(let source): self = .playPublic(source: source)
        case .consent(let privacy): self = .setPrivacy(privacy)
        case .stop: self = .stop
        }
    }
}
