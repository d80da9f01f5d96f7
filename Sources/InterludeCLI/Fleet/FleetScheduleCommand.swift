import ArgumentParser
import FleetControl

/// `interlude fleet schedule`: replaces the schedule that the broker keeps for players.
struct FleetScheduleCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schedule",
        abstract: "Replace the breaks that players begin at set times.",
        discussion: """
            The broker keeps the schedule, and players have it without the broker as well. \
            Schedules for a player, its groups and all add up. docs/fleet.md describes the file.
            """)

    @OptionGroup var options: FleetOptions

    @Flag(help: "Remove the schedule.")
    var remove = false

    @Argument(help: ArgumentHelp("The schedule, as JSON.", valueName: "file.json"))
    var file: String?

    func validate() throws {
        guard remove == (file == nil) else {
            throw ValidationError("name a file, or use --remove")
        }
    }

    func run() throws {
        let payload = try file.map { file throws(CommandError) in
            let bytes = Array(try InputFile.read(file, atMost: FleetPayload.byteLimit))
            do throws(FleetPayload.Refusal) {
                _ = try FleetSchedule(parsing: bytes)
            } catch {
                throw CommandError(.unreadableInput, "\(file): not a schedule: \(error)")
            }
            return bytes
        }
        let desk = try options.connect()
        defer { desk.close() }
        try reached { () throws(FleetFailure) in
            try desk.keep(schedule: payload ?? [], for: options.target)
        }
    }
}
