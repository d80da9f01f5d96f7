import FoundationEssentials
import PlainText

/// The players of a fleet, by what the broker keeps of each. A value.
package struct FleetRoster: Hashable, Sendable {
    private var entries: [FleetName: Entry] = [:]

    /// The most players that are listed.
    static let limit = 10_000

    package struct Entry: Hashable, Sendable {
        package var presence: FleetPresence?
        package var status: FleetStatus?

        package var isOnline: Bool { presence?.state == .online }
    }

    package init() {}

    /// Takes a report; one that cannot be read changes nothing.
    package mutating func note(_ message: FleetDesk.Message) {
        guard entries[message.player] != nil || entries.count < Self.limit else { return }
        do throws(FleetPayload.Refusal) {
            switch message.report {
            case .presence:
                entries[message.player, default: Entry()].presence = try FleetPresence(
                    parsing: message.payload)
            case .status:
                entries[message.player, default: Entry()].status = try FleetStatus(
                    parsing: message.payload)
            case .events, .ack: break
            }
        } catch {
            // Anybody who may write there may write anything.
        }
    }

    /// All players, in the order of their names.
    package var players: [(name: FleetName, entry: Entry)] {
        entries.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// Those of `target` that are connected.
    package func online(in target: FleetTarget) -> Set<FleetName> {
        Set(entries.filter { $0.value.isOnline && has($0.key, in: target) }.keys)
    }

    /// Whether `target` includes a player, as far as it has told its groups.
    package func has(_ player: FleetName, in target: FleetTarget) -> Bool {
        switch target {
        case .all: true
        case .player(let name): player == name
        case .group(let group):
            entries[player]?.presence?.groups.contains(group.text) == true
        }
    }

    /// Drops the players that `target` does not include.
    package mutating func keep(_ target: FleetTarget) {
        entries = entries.filter { has($0.key, in: target) }
    }

    /// A line of JSON for each player.
    package var lines: [String] {
        players.map { name, entry in
            let groups = (entry.presence?.groups ?? []).compactMap { FleetName($0)?.text }
            let list = groups.map { "\"\($0)\"" }.joined(separator: ",")
            return #"{"player":"\#(name)","online":\#(entry.isOnline),"groups":[\#(list)],"#
                + #""status":\#(entry.status?.json ?? "null")}"#
        }
    }
}

/// The status of a player, as far as a table shows it.
package struct FleetStatus: Hashable, Sendable {
    package let state: String
    package let source: String
    package let title: String?
    /// The whole status, on one line that is safe on a terminal.
    package let json: String

    private struct Document: Decodable {
        var state: String
        var source: String
        var title: String?
    }

    package init(parsing bytes: [UInt8]) throws(FleetPayload.Refusal) {
        let document = try FleetPayload.read(Document.self, from: bytes)
        state = document.state.printable(limit: 20)
        source = document.source.withoutUserInfo.printable(limit: 500)
        title = document.title?.printable(limit: 500)
        json = fleetLine(bytes)
    }
}

/// A line of the event log of a player.
package struct FleetEventLine: Hashable, Sendable {
    /// On one line that is safe on a terminal.
    package let json: String

    private struct Document: Decodable {
        var event: String
    }

    package init(parsing bytes: [UInt8]) throws(FleetPayload.Refusal) {
        _ = try FleetPayload.read(Document.self, from: bytes)
        json = fleetLine(bytes)
    }

    /// The line with the name of its player.
    package func line(of player: FleetName) -> String {
        #"{"player":"\#(player)","record":\#(json)}"#
    }
}

/// A JSON document that was read, on one line: outside of texts, JSON has no line ends but for people,
/// and characters that a terminal would obey are in texts only.
private func fleetLine(_ bytes: [UInt8]) -> String {
    let spaces: Set<UInt8> = [0x09, 0x0A, 0x0D]
    let line = bytes.map { spaces.contains($0) ? UInt8(ascii: " ") : $0 }
    return String(decoding: line, as: UTF8.self).escapingUnprintable
}

/// What has become of one push at the players that it was for. A value.
package struct FleetAnswers: Hashable, Sendable {
    private let id: String
    /// The players that have not answered to the end.
    package private(set) var open: Set<FleetName>
    /// Those that have the push, and have not ended it.
    private var begun: Set<FleetName> = []
    private var complaints: [FleetName: String] = [:]
    private let expectedCount: Int

    package init(to id: String, from players: Set<FleetName>) {
        self.id = id
        open = players
        expectedCount = players.count
    }

    /// Takes a message; returns the acknowledgement in it, if it is one of this push.
    package mutating func note(_ message: FleetDesk.Message) -> FleetAck? {
        switch message.report {
        case .ack:
            // try?: what cannot be read is no acknowledgement.
            guard let ack = try? FleetAck(parsing: message.payload), ack.id == id else {
                return nil
            }
            take(ack, from: message.player)
            return ack
        case .presence:
            // try?: as above.
            if let presence = try? FleetPresence(parsing: message.payload),
                presence.state == .offline, begun.remove(message.player) != nil
            {
                open.remove(message.player)
                complaints[message.player] = "went offline"
            }
            return nil
        case .status, .events: return nil
        }
    }

    private mutating func take(_ ack: FleetAck, from player: FleetName) {
        switch ack.state {
        case .accepted: begun.insert(player)
        case .playing, .completed: break
        case .skipped, .failed, .notPlayed, .refused, .expired:
            if complaints[player] == nil { complaints[player] = ack.reason ?? ack.state.rawValue }
        case .done: break
        }
        if ack.state.isLast {
            begun.remove(player)
            open.remove(player)
        }
    }

    /// Players that have not even begun at the end of the time to live never will.
    package mutating func expire() {
        for player in open.subtracting(begun) { complaints[player] = "did not answer" }
        open = open.intersection(begun)
    }

    /// What is missing, in words; `nil` if all players have played all spots.
    package var shortfall: String? {
        guard !complaints.isEmpty else { return nil }
        let named = complaints.sorted { $0.key < $1.key }.prefix(10)
            .map { "\($0.key) (\($0.value))" }.joined(separator: ", ")
        return "\(complaints.count) of \(max(expectedCount, complaints.count)) players did not "
            + "play everything: \(named)"
    }
}
