import Foundation
import Testing

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

    /// Whether the output was on time with every change and never ran dry, as the player tells.
    ///
    /// Where others kept the machine busy and it was not, joints are heard later than decided. A
    /// warning says that they could not be checked.
    var isExactAtOutput: Bool {
        let isExact =
            all("sink.late").isEmpty
            && all("stream.underrun").allSatisfy { $0.device != true }
        if !isExact {
            Issue.record("the machine was too busy for the output", severity: .warning)
        }
        return isExact
    }

    /// Where the stream ran dry. An output runs dry where others who use the machine keep the
    /// player from giving it something, and says nothing of the stream.
    var droughts: [LoggedEvent] { all("stream.underrun").filter { $0.device != true } }
}
