import Advertising
import MediaTime

/// Spots to play as one break, once.
package struct FleetPush: Hashable, Sendable {
    /// By which a player knows that it has it already.
    package var id: String
    package var sent: FleetDate
    /// How long after that a player may begin with it.
    package var timeToLive: Duration
    package var spots: [Advertisement]

    package init(
        id: String, sent: FleetDate, timeToLive: Duration = usualTimeToLive, spots: [Advertisement]
    ) {
        self.id = id
        self.sent = sent
        self.timeToLive = timeToLive
        self.spots = spots
    }

    package static let usualTimeToLive = Duration.seconds(300)

    package var expiry: FleetDate { sent.advanced(by: timeToLive) }

    /// Reads the payload of a push.
    package init(parsing bytes: [UInt8]) throws(FleetPayload.Refusal) {
        self = try FleetPayload.read(FleetPush.self, from: bytes)
    }
}

extension FleetPush: Codable {
    private enum CodingKeys: String, CodingKey {
        case id, sent, ttl, spots
    }

    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        id = try values.decodeID(forKey: .id)
        sent = try values.decode(FleetDate.self, forKey: .sent)
        timeToLive =
            try values.decodeSecondsIfPresent(forKey: .ttl, within: .length) ?? Self.usualTimeToLive
        spots = try FleetPayload.checked(
            try values.decode([Advertisement].self, forKey: .spots))
    }

    package func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(id, forKey: .id)
        try values.encode(sent, forKey: .sent)
        try values.encode(timeToLive.inSeconds, forKey: .ttl)
        try values.encode(spots, forKey: .spots)
    }
}
