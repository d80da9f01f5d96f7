import ArgumentParser

/// `interlude inspect KIND INPUT`: shows what becomes of a document.
struct InspectCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect",
        abstract: "Prints what Interlude understands of a document.",
        discussion: """
            Prints one JSON object. A document that cannot be understood gives one with "error" in \
            it, and exit status 65.
            """,
        subcommands: [InspectScheduleCommand.self])
}
