import ArgumentParser
import FleetControl

/// `interlude fleet house`: replaces the house playlist that the broker keeps for players.
struct FleetHouseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "house",
        abstract: "Replace the spots that fill the breaks of players.",
        discussion: """
            The spots play in place of those of 'interlude play --fill', in turn. The broker keeps \
            them. Those for a player come first, then those for its groups, then those for all.
            """)

    @OptionGroup var options: FleetOptions

    @Flag(help: "Remove the spots.")
    var remove = false

    @Argument(
        help: ArgumentHelp(
            "The spots: http(s) addresses, or .json files with one advertisement each.",
            valueName: "spot"))
    var spots: [String] = []

    func validate() throws {
        guard remove == spots.isEmpty else {
            throw ValidationError("name spots, or use --remove")
        }
    }

    func playlist() throws -> FleetPlaylist? {
        remove ? nil : FleetPlaylist(spots: try fleetSpots(spots, for: "house"))
    }

    func run() throws {
        let playlist = try playlist()
        let desk = try options.connect()
        defer { desk.close() }
        try reached { () throws(FleetFailure) in
            try desk.keep(house: playlist, for: options.target)
        }
    }
}
