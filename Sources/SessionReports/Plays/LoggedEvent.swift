import FoundationEssentials
import MediaTime

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
    var source: String?
    var startTime: String?
    /// How many ads of a pod were heard, and how many a credit paid for.
    var played: Int?
    var credited: Int?
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
        case event, frame, pod, slot, spot, title, url, code, reason, source, startTime, played
        case credited
        case breakNumber = "break"
        case adID = "adId"
    }

    /// A field of another type is as good as none, but for the two that each event has.
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        event = try values.decode(String.self, forKey: .event)
        let frame = try values.decode(Int64.self, forKey: .frame)
        self.frame = FrameTime(min(max(0, frame), Self.lastFrame))
        func text(_ key: CodingKeys) -> String? {
            // try?: as above.
            (try? values.decodeIfPresent(String.self, forKey: key)) ?? nil
        }
        func number(_ key: CodingKeys) -> Int? {
            // try?: as above.
            (try? values.decodeIfPresent(Int.self, forKey: key)) ?? nil
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
        source = text(.source)
        startTime = text(.startTime)
        played = number(.played).map { min(max(0, $0), Self.mostAds) }
        credited = number(.credited).map { min(max(0, $0), Self.mostAds) }
    }

    /// No session is longer than some thousand years, and no pod has more ads.
    private static let lastFrame: Int64 = 1 << 52
    private static let mostAds = 1 << 20
}
