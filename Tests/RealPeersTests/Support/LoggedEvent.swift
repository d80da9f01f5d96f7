import Foundation
import Testing

/// A line of a player's event log.
struct LoggedEvent: Decodable, Hashable, Sendable {
    let event: String
    let frame: Int
    let slot: Int?
    let streamFrame: Int?
    let reason: String?
    /// What a marker says, and what carried it.
    let kind: String?
    let source: String?
    /// In seconds.
    let behindLive: Double?
    /// Whether the output ran dry.
    let device: Bool?
}

extension [LoggedEvent] {
    func all(_ name: String) -> [LoggedEvent] { filter { $0.event == name } }

    /// Whether the output made every change in time and never ran dry, as reported by the player.
    ///
    /// On a busy machine joints may be heard later than planned. A warning says that they could not
    /// be checked.
    var isExactAtOutput: Bool {
        let isExact =
            all("sink.late").isEmpty
            && all("stream.underrun").allSatisfy { $0.device != true }
        if !isExact {
            Issue.record("the machine was too busy for the output", severity: .warning)
        }
        return isExact
    }

    /// Where the stream ran dry. An output may also run dry because the machine is busy, which is
    /// independent of the stream.
    var droughts: [LoggedEvent] { all("stream.underrun").filter { $0.device != true } }
}
