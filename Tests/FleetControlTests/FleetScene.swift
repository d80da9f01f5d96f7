import MediaTime
import Testing

@testable import FleetControl

/// A player `tea` of the fleet `shops`, in the group `north`, in virtual time.
struct FleetScene {
    var member: FleetMember
    var now = FleetMoment(
        date: FleetDate(milliseconds: 1_800_000_000_000), time: MonotonicTime(nanoseconds: 0))

    init(remembered: [String: FleetDate] = [:], _ query: String = "") throws {
        let address = try FleetAddress(parsing: "mqtt://broker.example/shops/north\(query)")
        member = FleetMember(address, named: try #require(FleetName("tea")), remembered: remembered)
        _ = member.joined()
    }

    mutating func pass(_ seconds: Double) {
        now.date = now.date.advanced(by: .milliseconds(Int64(saturating: seconds * 1000)))
        now.time = now.time.advanced(by: seconds)
    }

    mutating func receive(
        _ payload: String, on topic: String = "interlude/shops/all/push"
    ) -> [FleetMember.Command] {
        member.receive(Array(payload.utf8), on: topic, at: now)
    }

    func push(
        id: String = "a", sentAgo age: Double = 0, ttl: Double = 60,
        url: String = "https://spots.example/tea.mp3"
    ) -> String {
        let sent = Double(now.date.milliseconds) / 1000 - age
        return #"{"id":"\#(id)","sent":\#(sent),"ttl":\#(ttl),"spots":[{"url":"\#(url)"}]}"#
    }
}

extension [FleetMember.Command] {
    var pushedIDs: [String] {
        compactMap { if case .push(let id, _) = $0 { id } else { nil } }
    }

    var begunURLs: [String] {
        flatMap { command -> [String] in
            if case .begin(let spots) = command { spots.map(\.audioFileURL) } else { [] }
        }
    }

    /// The addresses of the last ``FleetMember/Command/fill(_:)``, `[nil]` for the player's own, and
    /// none if there is no such command.
    var filledURLs: [String?] {
        for case .fill(let spots) in reversed() { return spots?.map(\.audioFileURL) ?? [nil] }
        return []
    }

    var warnings: [String] {
        compactMap { if case .warn(let text) = $0 { text } else { nil } }
    }

    var acks: [FleetAck] {
        compactMap { command in
            guard case .publish(let publication) = command, publication.topic.hasSuffix("/ack")
            else { return nil }
            // try?: any other payload is no acknowledgement.
            return try? FleetAck(parsing: publication.payload)
        }
    }
}
