import FoundationEssentials
import PlainText

/// What has become of a push at one player.
package struct FleetAck: Hashable, Sendable, Codable {
    /// The id of the push.
    package var id: String
    package var state: State
    /// The title of the spot, if it is about one.
    package var title: String?
    /// Why something was not played.
    package var reason: String?

    package enum State: String, Hashable, Sendable, Codable, CaseIterable {
        /// The player has the push and tries to play it.
        case accepted
        /// A spot is heard.
        case playing
        /// A spot was heard to its end.
        case completed
        case skipped
        case failed
        case notPlayed
        /// Each of its spots has ended.
        case done
        /// The player does not play it.
        case refused
        /// It came too late.
        case expired

        /// Whether no other state of the push follows.
        package var isLast: Bool {
            switch self {
            case .done, .refused, .expired: true
            case .accepted, .playing, .completed, .skipped, .failed, .notPlayed: false
            }
        }
    }

    package init(id: String, _ state: State, title: String? = nil, reason: String? = nil) {
        self.id = id
        self.state = state
        self.title = title?.printable(limit: 500)
        self.reason = reason?.hidingPasswords.printable(limit: 500)
    }

    /// Reads the payload of an acknowledgement.
    package init(parsing bytes: [UInt8]) throws(FleetPayload.Refusal) {
        let read = try FleetPayload.read(FleetAck.self, from: bytes)
        guard FleetPayload.isID(read.id) else { throw FleetPayload.Refusal("its id is no id") }
        self.init(id: read.id, read.state, title: read.title, reason: read.reason)
    }

    package var payload: [UInt8] { fleetJSON(self) }
}

/// Whether a player is connected, and its groups.
package struct FleetPresence: Hashable, Sendable, Codable {
    package var state: State
    package var groups: [String]

    package enum State: String, Hashable, Sendable, Codable {
        case online, offline
    }

    package init(_ state: State, in groups: [FleetName]) {
        self.state = state
        self.groups = groups.map(\.text)
    }

    /// Reads the payload of a presence.
    package init(parsing bytes: [UInt8]) throws(FleetPayload.Refusal) {
        self = try FleetPayload.read(FleetPresence.self, from: bytes)
    }

    package var payload: [UInt8] { fleetJSON(self) }
}

/// The JSON of `value`, with its keys in alphabetical order.
func fleetJSON(_ value: some Encodable) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // try?: only a number that is not finite cannot be encoded, and none is.
    return (try? encoder.encode(value)).map(Array.init) ?? []
}
