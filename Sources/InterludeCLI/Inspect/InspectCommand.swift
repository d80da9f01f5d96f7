import ArgumentParser

/// `interlude inspect KIND INPUT`: prints the contents of a document.
struct InspectCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect",
        abstract: "Print the contents of a document as Interlude reads it.",
        subcommands: [InspectScheduleCommand.self])
}
