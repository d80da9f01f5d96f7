import ArgumentParser
import FleetControl
import Glibc
import PlainText

/// `interlude fleet status`: lists the players of a fleet.
struct FleetStatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "List the players of a fleet.",
        discussion: "On a terminal as a table; elsewhere, each player is a line of JSON.")

    @OptionGroup var options: FleetOptions

    @Flag(help: "Write lines of JSON also to a terminal.")
    var json = false

    func run() throws {
        let desk = try options.connect()
        defer { desk.close() }
        var roster = FleetRoster()
        try reached { () throws(FleetFailure) in
            try desk.subscribe(to: [.presence, .status])
            for message in try desk.kept() { roster.note(message) }
        }
        roster.keep(options.target)
        guard json || isatty(STDOUT_FILENO) == 0 else {
            for line in Self.table(of: roster) { try Console.print(line) }
            return
        }
        for line in roster.lines { try Console.print(json: line) }
    }

    /// A line of columns for each player, and one that counts them.
    static func table(of roster: FleetRoster) -> [String] {
        let players = roster.players
        let width = players.map(\.name.text.count).max() ?? 0
        let lines = players.map { name, entry in
            let state = entry.isOnline ? entry.status?.state ?? "online" : "offline"
            let cells = [
                name.text + String(repeating: " ", count: width - name.text.count),
                state + String(repeating: " ", count: max(0, 12 - state.count)),
                entry.status?.title ?? entry.status?.source ?? "",
            ]
            return TextColumns.truncate(cells.joined(separator: "  ").trimmed, to: 200)
        }
        let count = players.count { $0.entry.isOnline }
        return ["\(count) of \(players.count) players are connected"] + lines
    }
}

/// `interlude fleet watch`: prints the events of players until a signal ends it.
struct FleetWatchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Print the events of the players of a fleet as lines of JSON.",
        discussion: """
            Each line has the name of the player and a line of its event log. Which events a player \
            reports, its own address says. SIGINT and SIGTERM end the command.
            """)

    @OptionGroup var options: FleetOptions

    func run() throws {
        let desk = try options.connect()
        defer { desk.close() }
        let player: FleetName? =
            switch options.target {
            case .player(let name): name
            case .all, .group: nil
            }
        var roster = FleetRoster()
        try reached { () throws(FleetFailure) in
            try desk.subscribe(to: [.events, .presence], from: player)
        }
        while true {
            let next = try reached { () throws(FleetFailure) in try desk.next(within: 60) }
            guard let message = next else { continue }
            roster.note(message)
            guard message.report == .events, roster.has(message.player, in: options.target)
            else { continue }
            // try?: anybody who may write there may write anything.
            guard let event = try? FleetEventLine(parsing: message.payload) else { continue }
            try Console.print(json: event.line(of: message.player))
        }
    }
}
