import Foundation

/// A line of a player's event log.
struct LoggedEvent: Decodable, Hashable, Sendable {
    let event: String
    let frame: Int
    let slot: Int?
    let reason: String?
}

extension [LoggedEvent] {
    func all(_ name: String) -> [LoggedEvent] { filter { $0.event == name } }
}
