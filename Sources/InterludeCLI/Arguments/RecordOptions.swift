import ArgumentParser
import Glibc

/// The records that `interlude play` writes beside the audio.
struct RecordOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Write the event log, one JSON object per line; - for standard output. An existing file "
                + "is replaced; {start} in its name stands for the date and time of the start.",
            valueName: "file"),
        transform: OutputFile.init(parsing:))
    var events: OutputFile?

    @Option(
        help: ArgumentHelp(
            "Record the session for 'interlude replay'.",
            valueName: "file"),
        transform: OutputFile.init(parsing:))
    var record: OutputFile?

    @Option(
        help: ArgumentHelp(
            "Write a report of the session: loudness, breaks, joints, latencies.",
            valueName: "file.html"),
        transform: OutputFile.init(parsing:))
    var report: OutputFile?

    @Option(
        help: ArgumentHelp(
            "Write what was played, in short, as JSON.", valueName: "file"),
        transform: OutputFile.init(parsing:))
    var summary: OutputFile?

    @Option(
        help: ArgumentHelp(
            "Write a test case for each break and spot, as JUnit XML.", valueName: "file"),
        transform: OutputFile.init(parsing:))
    var junit: OutputFile?

    @Flag(
        name: .shortAndLong,
        help: "Print connections and all events on standard error.")
    var verbose = false

    @Option(
        help: ArgumentHelp(
            "Check what is heard: a YAML file with the spots, their times and loudness, gaps and "
                + "more. End with status 1 if something is not as the file says.",
            valueName: "file.yaml"))
    var expect: String?

    @Flag(
        help: ArgumentHelp(
            "End with status 1 if a spot, a bumper or the slate failed, if a spot's file is cut "
                + "off, if a list of breaks was not played whole, if a break was left out because ad "
                + "servers failed, if a beacon was not delivered, or if the session ended before "
                + "a push, before its --duration or before the source was heard."))
    var strict = false

    func validate() throws {
        let written = [
            ("--events", events), ("--record", record), ("--report", report),
            ("--summary", summary), ("--junit", junit),
        ].filter { $0.1 == .standardOutput }.map(\.0)
        if written.count > 1 {
            throw ValidationError(
                "\(written[0]) and \(written[1]) cannot both go to standard output")
        }
    }
}

/// The destination of a text: a file, or standard output for `-`.
enum OutputFile: Hashable, Sendable {
    case file(path: String)
    case standardOutput

    init(parsing text: String) throws(UnusableArgument) {
        switch text {
        case "": throw UnusableArgument("the file name is missing")
        case "-": self = .standardOutput
        default: self = .file(path: text.replacing(Self.startMark, with: Self.start))
        }
    }

    /// In a name, stands for the date and time at which the command started (UTC).
    private static let startMark = "{start}"

    /// As `20260213T081530Z`.
    private static let start: String = {
        var now = time(nil)
        var parts = tm()
        gmtime_r(&now, &parts)
        let date = [parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday]
        let clock = [parts.tm_hour, parts.tm_min, parts.tm_sec]
        func text(_ numbers: [Int32]) -> String {
            numbers.map { ($0 < 10 ? "0" : "") + String($0) }.joined()
        }
        return "\(text(date))T\(text(clock))Z"
    }()
}
