import SessionReports

/// The destinations of `--summary` and `--junit`.
struct ResultFiles: Sendable {
    private let summary: ReportFile?
    private let junit: ReportFile?

    /// Throws if one of them cannot be written, before anything is played.
    init(_ options: RecordOptions) throws(CommandError) {
        summary = try Self.file(options.summary, of: "--summary")
        junit = try Self.file(options.junit, of: "--junit")
    }

    private static func file(
        _ destination: OutputFile?, of option: String
    ) throws(CommandError) -> ReportFile? {
        guard let destination else { return nil }
        return try ReportFile(destination, of: option)
    }

    func write(_ verdict: SessionVerdict) throws(CommandError) {
        try summary?.write(verdict.json.description + "\n")
        try junit?.write(verdict.junit)
    }
}
