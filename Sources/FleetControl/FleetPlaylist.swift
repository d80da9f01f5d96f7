import Advertising

/// The house spots of players: those that fill their breaks, in turn.
package struct FleetPlaylist: Hashable, Sendable {
    package var spots: [Advertisement]

    /// The most spots: those that a break takes at most.
    static let spotLimit = 60

    package init(spots: [Advertisement]) {
        self.spots = spots
    }

    /// Reads the payload of a playlist; `nil` for an empty one, which is none.
    package static func parse(_ payload: [UInt8]) throws(FleetPayload.Refusal) -> FleetPlaylist? {
        payload.isEmpty ? nil : try FleetPayload.read(FleetPlaylist.self, from: payload)
    }

    package var payload: [UInt8] { fleetJSON(self) }
}

extension FleetPlaylist: Codable {
    private enum CodingKeys: String, CodingKey {
        case spots
    }

    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        spots = try FleetPayload.checked(
            try values.decode([Advertisement].self, forKey: .spots), limit: Self.spotLimit)
    }
}
