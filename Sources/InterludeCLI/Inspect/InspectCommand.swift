import ArgumentParser

/// `interlude inspect KIND INPUT`: shows what becomes of a document.
struct InspectCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect",
        abstract: "Prints what Interlude understands of a document.",
        subcommands: [InspectScheduleCommand.self])
}
