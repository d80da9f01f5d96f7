import ArgumentParser
import FleetControl

/// `interlude fleet VERB`: players that joined a fleet.
struct FleetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fleet",
        abstract: "Push spots to the players of a fleet, and watch them.",
        discussion: """
            The players have joined with 'interlude play --fleet ADDRESS'. Here the address has the \
            broker and the fleet: mqtt://USER:PASSWORD@HOST/FLEET, or mqtts:// for TLS.
            """,
        subcommands: [
            FleetPushCommand.self, FleetScheduleCommand.self, FleetHouseCommand.self,
            FleetStatusCommand.self, FleetWatchCommand.self,
        ])
}

/// The fleet of a command, and whom of it the command is for.
struct FleetOptions: ParsableArguments {
    @Argument(
        help: "The fleet: mqtt://HOST/FLEET.", transform: FleetArgument.init(parsing:))
    var fleet: FleetArgument

    @Option(help: ArgumentHelp("Only for this player.", valueName: "name"))
    var player: String?

    @Option(help: ArgumentHelp("Only for this group.", valueName: "name"))
    var group: String?

    func validate() throws {
        guard player == nil || group == nil else {
            throw ValidationError("--player and --group do not go together; leave one out")
        }
        guard fleet.address.groups.isEmpty, fleet.address.name == nil else {
            throw ValidationError(
                "the address ends in the fleet here; name others with --group and --player")
        }
        for name in [player, group].compactMap({ $0 }) where FleetName(name) == nil {
            throw ValidationError(
                "'\(name)' is no name; those of a fleet have letters, digits, '.', '_' and '-'")
        }
    }

    var target: FleetTarget {
        if let name = player.flatMap({ FleetName($0) }) { return .player(name) }
        if let name = group.flatMap({ FleetName($0) }) { return .group(name) }
        return .all
    }

    /// Connects to the broker.
    func connect() throws(CommandError) -> FleetDesk {
        try reached { () throws(FleetFailure) in try FleetDesk(fleet.address) }
    }
}

/// Runs `body`, for which the broker has to be there.
func reached<Result>(
    _ body: () throws(FleetFailure) -> Result
) throws(CommandError) -> Result {
    do throws(FleetFailure) {
        return try body()
    } catch {
        throw CommandError(.unavailable, "fleet: \(error)")
    }
}
