import ArgumentParser
import Glibc
import PlainText
import Platform
import SessionReports

/// `interlude report EVENTS…`: sums up event logs.
struct ReportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "report",
        abstract: "Sum up event logs: which spots were heard, how long, and why not.",
        discussion: """
            Reads files of 'interlude play --events', of many sessions and players, and prints how \
            often and how long each spot was heard, and for each that was not heard to its end one \
            reason. A spot is known by the advertiser's id, or else by its address.
            """)

    @Argument(help: ArgumentHelp("The event logs; - for standard input.", valueName: "events"))
    var logs: [String]

    @Option(
        help: ArgumentHelp("Write it as a page.", valueName: "file"),
        transform: OutputFile.init(parsing:))
    var html: OutputFile?

    @Option(
        help: ArgumentHelp(
            "Write a line for each time that a spot was to be heard, as CSV.", valueName: "file"),
        transform: OutputFile.init(parsing:))
    var csv: OutputFile?

    func validate() throws {
        if html == .standardOutput, csv == .standardOutput {
            throw ValidationError("--html and --csv cannot both be written to standard output")
        }
        var files = logs.compactMap { FileIdentity($0) }
        for output in [html, csv] {
            guard case .file(let path)? = output, let file = FileIdentity(path), file.isRegular
            else {
                continue
            }
            if files.contains(file) {
                throw ValidationError("\(path) is an input or another output; choose another file")
            }
            files.append(file)
        }
        if let html, html == csv {
            throw ValidationError("--html and --csv name the same file; choose another one")
        }
    }

    func run() throws {
        let page = try html.map { try ReportFile($0, of: "--html") }
        let table = try csv.map { try CSVFile($0, header: SpotPlay.csvHeader) }
        var proof = ProofOfPlay()
        var emptyLogs: [String] = []
        for log in logs {
            let name = log == "-" ? "standard input" : log
            proof.begin(log: name)
            var (hasLines, hasEvents) = (false, false)
            try EventLogReader.read(log) { line throws(CommandError) in
                hasLines = true
                guard let event = LoggedEvent(line: line) else { return proof.noteForeignLine() }
                hasEvents = true
                let plays = proof.note(event)
                try table?.write(plays.map(\.csv))
            }
            guard hasLines else {
                emptyLogs.append(name)
                continue
            }
            guard hasEvents else { throw Self.noEvent(in: name) }
            let cut = proof.endLog()
            try table?.write(cut.map(\.csv))
        }
        if emptyLogs.count == logs.count, let name = emptyLogs.first {
            throw Self.noEvent(in: name)
        }
        try table?.finish()
        let names = logs.map { $0 == "-" ? "standard input" : $0 }
        try page?.write(proof.html(of: names, version: InterludeVersion.text))
        guard html != .standardOutput, csv != .standardOutput else { return }
        for line in Self.lines(of: proof) { try Console.print(line) }
        if !emptyLogs.isEmpty {
            let logs = emptyLogs.count == 1 ? "1 log is" : "\(emptyLogs.count) logs are"
            Console.say("\(logs) empty: of players that ended before they began to play")
        }
    }

    private static func noEvent(in name: String) -> CommandError {
        CommandError(
            .unreadableInput, "\(name): has no event; name a file of 'interlude play --events'")
    }

    /// The text for people.
    static func lines(of proof: ProofOfPlay) -> [String] {
        let rows = proof.rows.map { row in
            row.enumerated().map { index, cell in
                cell.printable(limit: index == 0 ? 60 : 30)
            }
        }
        let table = rows.count > 1 ? columns(rows) : []
        return [proof.line] + table + proof.shortfallLines.map { $0.printable(limit: 1000) }
    }

    /// The first two columns are texts, and the others numbers.
    private static func columns(_ rows: [[String]]) -> [String] {
        let widths = rows[0].indices.map { column in
            rows.map { TextColumns.count(of: $0[column]) }.max() ?? 0
        }
        return rows.map { row in
            let cells = row.enumerated().map { column, cell in
                let space = String(
                    repeating: " ", count: widths[column] - TextColumns.count(of: cell))
                return column < 2 ? cell + space : space + cell
            }
            return cells.joined(separator: "  ")
        }
    }
}
