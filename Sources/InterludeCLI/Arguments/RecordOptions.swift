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

    @Option(
        help: ArgumentHelp(
            "Write a page of what was heard: level and loudness, breaks, joints, latencies.",
            valueName: "file.html"),
        transform: OutputFile.init(parsing:))
    var report: OutputFile?

    @Flag(
        name: .shortAndLong,
        help: "Say on standard error what becomes of connections, and every event.")
    var verbose = false

    func validate() throws {
        let written = [("--events", events), ("--record", record), ("--report", report)]
            .filter { $0.1 == .standardOutput }.map(\.0)
        if written.count > 1 {
            throw ValidationError(
                "\(written[0]) and \(written[1]) cannot both be standard output")
        }
    }
}
