import FoundationEssentials
import MediaTime
import PlainText

/// A line of an event log, as far as a proof of play needs it.
package struct LoggedEvent: Hashable, Sendable {
    var event: String
    var frame: FrameTime
    var breakNumber: Int?
    var pod: String?
    var slot: Int?
    var spot: Int?
    var adID: String?
    var title: String?
    var url: String?
    var code: Int?
    var reason: String?
    /// Why ad servers have no ad for a break that nothing fills.
    var cause: String?
    /// Whether an earlier session has left the beacon.
    var isEarlier = false
    var source: String?
    var startTime: String?
    /// The place of an ad in its pod, from 1.
    var ad: Int?
    /// How many spots a break has, or has got.
    var spots: Int?
    /// How many ads of a pod were heard, were not heard to their end, and were paid for by a credit.
    var played: Int?
    var skipped: Int?
    var credited: Int?
    /// How many lines are missing before it.
    var lines: Int?
    /// Whether it is of a bumper, which is no ad.
    var isOfBumper = false
    /// Whether it has a length that the file of its spot declares: a warning of one that is cut off.
    var isOfCutFile = false
}

extension LoggedEvent {
    /// Reads a line, without its end; `nil` if it is no event.
    package init?(line: [UInt8]) {
        // try?: what is no event is told by the absence of one.
        guard let event = try? JSONDecoder().decode(LoggedEvent.self, from: Data(line)) else {
            return nil
        }
        self = event
    }
}

extension LoggedEvent: Decodable {
    private enum CodingKeys: String, CodingKey {
        case event, frame, pod, slot, spot, title, url, code, reason, source, startTime, ad, spots
        case played, skipped, credited, cause, bumper, declared, lines
        case isEarlier = "earlier"
        case breakNumber = "break"
        case adID = "adId"
    }

    /// A field of another type is as good as none, but for the two that each event has.
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        event = try values.decode(String.self, forKey: .event)
        isOfBumper = values.contains(.bumper)
        isOfCutFile = values.contains(.declared)
        let frame = try values.decode(Int64.self, forKey: .frame)
        self.frame = FrameTime(min(max(0, frame), Self.lastFrame))
        func text(_ key: CodingKeys) -> String? {
            // try?: as above.
            let text = (try? values.decodeIfPresent(String.self, forKey: key)) ?? nil
            return text?.shortened(to: Self.textLimit)
        }
        func number(_ key: CodingKeys) -> Int? {
            // try?: as above.
            (try? values.decodeIfPresent(Int.self, forKey: key)) ?? nil
        }
        func count(_ key: CodingKeys) -> Int? {
            number(key).map { min(max(0, $0), Self.mostAds) }
        }
        breakNumber = number(.breakNumber)
        pod = text(.pod)
        slot = number(.slot)
        spot = number(.spot)
        adID = text(.adID)
        title = text(.title)
        url = text(.url)
        code = number(.code)
        reason = text(.reason)
        cause = text(.cause)
        // try?: as above.
        isEarlier = (try? values.decodeIfPresent(Bool.self, forKey: .isEarlier)) ?? false
        source = text(.source)
        startTime = text(.startTime)
        ad = count(.ad)
        spots = count(.spots)
        played = count(.played)
        skipped = count(.skipped)
        credited = count(.credited)
        lines = number(.lines).map { min(max(0, $0), Self.mostLines) }
    }

    /// No session is longer than some hundred years, and no break has more ads.
    private static let lastFrame: Int64 = 1 << 47
    private static let mostAds = 1000
    private static let mostLines = 1 << 30

    /// The length limit of a text in Unicode scalars, that of the addresses in an event log.
    private static let textLimit = 8192
}
