import Advertising
import MediaTime

/// Breaks at times of the wall clock, which a player plays without the broker, too.
package struct FleetSchedule: Hashable, Sendable, Decodable {
    package var breaks: [Entry]

    package struct Entry: Hashable, Sendable {
        package var id: String
        package var start: FleetDate
        /// After how long it begins again; `nil` for never.
        package var interval: Duration?
        package var spots: [Advertisement]
    }

    /// Reads the payload of a schedule. An empty one has no breaks.
    package init(parsing bytes: [UInt8]) throws(FleetPayload.Refusal) {
        guard !bytes.isEmpty else {
            breaks = []
            return
        }
        self = try FleetPayload.read(FleetSchedule.self, from: bytes)
    }

    private enum CodingKeys: String, CodingKey {
        case breaks
    }

    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        breaks = try values.decode([Entry].self, forKey: .breaks)
        guard breaks.count <= FleetPayload.breakLimit else {
            throw FleetPayload.Refusal("it has more than \(FleetPayload.breakLimit) breaks")
        }
        guard Set(breaks.map(\.id)).count == breaks.count else {
            throw FleetPayload.Refusal("two of its breaks have the same id")
        }
    }
}

extension FleetSchedule.Entry: Decodable {
    private enum CodingKeys: String, CodingKey {
        case id, at, every, spots
    }

    /// The shortest time from one break to its next.
    private static let shortestInterval = Duration.seconds(60)

    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        id = try values.decodeID(forKey: .id)
        start = try values.decode(FleetDate.self, forKey: .at)
        interval = try values.decodeSecondsIfPresent(forKey: .every, within: .position)
        if let interval, interval < Self.shortestInterval {
            throw FleetPayload.Refusal("a break is repeated after 60 s at the soonest")
        }
        spots = try FleetPayload.checked(
            try values.decode([Advertisement].self, forKey: .spots))
    }
}

extension FleetSchedule.Entry {
    /// The last time at or before `date` when it begins; `nil` if it has not begun.
    func latestStart(at date: FleetDate) -> FleetDate? {
        guard date >= start else { return nil }
        guard let interval else { return start }
        let passed = date.milliseconds - start.milliseconds
        return FleetDate(milliseconds: date.milliseconds - passed % interval.wholeMilliseconds)
    }

    /// The first time after `date` when it begins; `nil` if it does not begin again.
    func nextStart(after date: FleetDate) -> FleetDate? {
        guard let latest = latestStart(at: date) else { return start }
        return interval.map { latest.advanced(by: $0) }
    }
}
