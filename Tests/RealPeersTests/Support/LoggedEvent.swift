import Foundation

/// A line of a player's event log.
struct LoggedEvent: Decodable, Hashable, Sendable {
    let event: String
    let frame: Int
    let slot: Int?
    let reason: String?
    /// Whether it was the output that ran dry.
    let device: Bool?
}

extension [LoggedEvent] {
    func all(_ name: String) -> [LoggedEvent] { filter { $0.event == name } }

    /// Where the stream ran dry. An output runs dry where others who use the machine keep the
    /// player from giving it something, and says nothing of the stream.
    var droughts: [LoggedEvent] { all("stream.underrun").filter { $0.device != true } }
}
