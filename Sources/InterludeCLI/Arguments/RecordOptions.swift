import ArgumentParser

/// What `interlude play` writes down beside the audio.
struct RecordOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Write the event log, one JSON object a line; - is standard output.",
            valueName: "file"),
        transform: OutputFile.init(parsing:))
    var events: OutputFile?

    @Option(
        help: ArgumentHelp(
            "Write what 'interlude replay' needs to repeat the session's decisions.",
            valueName: "file"),
        transform: OutputFile.init(parsing:))
    var record: OutputFile?

    @Flag(
        name: .shortAndLong,
        help: "Say on standard error what becomes of connections, and every event.")
    var verbose = false

    func validate() throws {
        if record == .standardOutput, events == .standardOutput {
            throw ValidationError("--events and --record cannot both be standard output")
        }
    }
}
