import FleetControl
import MediaTime

/// Payloads of a broker, one after another: to a player, and to an operator.
enum FleetFuzz: FuzzTarget {
    static let name = "fleet"
    static let kind = FuzzKind.text
    static let words =
        JSONWords.marks + JSONWords.spot + [
            "\"sent\":", "\"ttl\":", "\"spots\":[", "\"breaks\":[", "\"at\":", "\"every\":",
            "\"2027-01-15T08:00:00Z\"", "1800000000", "\"state\":", "\"online\"", "\"groups\":[",
            "\"event\":", "\"source\":",
        ]

    static func run(_ bytes: [UInt8]) {
        // try!: a constant.
        let address = try! FleetAddress(parsing: "mqtt://h/shops/north")
        let name = FleetName("tea")!
        var member = FleetMember(address, named: name)
        var now = FleetMoment(
            date: FleetDate(milliseconds: 1_800_000_000_000), time: MonotonicTime(nanoseconds: 0))
        _ = member.joined()
        var roster = FleetRoster()
        var begun: Set<String> = []
        for payload in bytes.split(separator: 0).map(Array.init) {
            for order in ["push", "schedule", "house"] {
                for command in member.receive(payload, on: "interlude/shops/all/\(order)", at: now)
                {
                    if case .fill(let spots?) = command {
                        precondition(
                            spots.allSatisfy { FleetPayload.isAddress($0.audioFileURL) },
                            "a house spot is no address")
                    }
                    guard case .remember(let id, let date) = command else { continue }
                    precondition(begun.insert(id).inserted, "a push is begun twice")
                    precondition(date > now.date, "an expired push is begun")
                }
            }
            for report in FleetTopics.Report.allCases {
                roster.note(FleetDesk.Message(player: name, report: report, payload: payload))
            }
            // try?: a malformed line is refused.
            if let line = try? FleetEventLine(parsing: payload) {
                precondition(
                    !line.json.utf8.contains { $0 < 0x20 }, "an event is not one line")
            }
            // try?: a malformed acknowledgement is refused.
            _ = try? FleetAck(parsing: payload)
            now.time = now.time.advanced(by: 1)
            now.date = member.nextDate(after: now.date) ?? now.date
            precondition(now.date.milliseconds > 0, "a break is before 1970")
            for command in member.advance(to: now) {
                guard case .remember(let id, _) = command else { continue }
                precondition(begun.insert(id).inserted, "a break is begun twice")
            }
        }
        precondition(
            roster.lines.allSatisfy { line in !line.utf8.contains { $0 < 0x20 } },
            "a player is not one line")
    }
}
