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
        if logs.isEmpty { throw ValidationError("name an event log") }
        if html == .standardOutput, csv == .standardOutput {
            throw ValidationError("--html and --csv cannot both be written to standard output")
        }
    }

    func run() throws {
        let page = try html.map { try ReportFile($0, of: "--html") }
        let table = try csv.map { try CSVFile($0) }
        var proof = ProofOfPlay()
        for log in logs {
            let name = log == "-" ? "standard input" : log
            proof.begin(log: name)
            var hasEvents = false
            try EventLogReader.read(log) { line throws(CommandError) in
                guard let event = LoggedEvent(line: line) else { return proof.noteForeignLine() }
                hasEvents = true
                let plays = proof.note(event)
                try table?.write(plays)
            }
            guard hasEvents else {
                throw CommandError(
                    .unreadableInput,
                    "\(name): has no event; name a file of 'interlude play --events'")
            }
            let cut = proof.endLog()
            try table?.write(cut)
        }
        try page?.write(proof.html(of: logs, version: InterludeVersion.text))
        guard html != .standardOutput, csv != .standardOutput else { return }
        for line in Self.lines(of: proof) { try Console.print(line) }
    }

    /// What is printed for people.
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

/// The destination of `--csv`, which is written line by line.
private final class CSVFile {
    private let owner: OwnedDescriptor?
    private let descriptor: Int32
    private let name: String

    /// Writes the header, in place of existing contents.
    init(_ destination: OutputFile) throws(CommandError) {
        switch destination {
        case .standardOutput:
            owner = nil
            descriptor = STDOUT_FILENO
            name = "standard output"
        case .file(let path):
            name = path
            do throws(SystemError) {
                let file = try OwnedDescriptor(
                    opening: path, O_WRONLY | O_CREAT | O_TRUNC, mode: 0o644)
                descriptor = file.number
                owner = consume file
            } catch {
                throw CommandError(
                    .cannotWrite, "\(path): cannot write: \(error); choose another --csv")
            }
        }
        try write([SpotPlay.csvHeader])
    }

    func write(_ plays: [SpotPlay]) throws(CommandError) { try write(plays.map(\.csv)) }

    private func write(_ lines: [String]) throws(CommandError) {
        guard !lines.isEmpty else { return }
        do throws(SystemError) {
            // Lines of CSV end with CR and LF (RFC 4180).
            let text = lines.map { $0 + "\r\n" }.joined()
            try Descriptor.write(text, to: descriptor)
        } catch {
            throw CommandError(.cannotWrite, "\(name): \(error); choose another --csv")
        }
    }
}

/// Reads event logs of any length.
enum EventLogReader {
    /// The most bytes of a line. A longer one is no event.
    private static let longestLine = 1 << 20

    /// Calls `take` with each line of the file at `path`, or of standard input for `-`. Blocks.
    static func read(
        _ path: String, _ take: ([UInt8]) throws(CommandError) -> Void
    ) throws(CommandError) {
        guard path != "-" else { return try read(STDIN_FILENO, of: path, take) }
        try InputFile.require(at: path)
        let file: OwnedDescriptor
        do throws(SystemError) {
            file = try OwnedDescriptor(opening: path, O_RDONLY)
        } catch {
            throw InputFile.failure(error.code, at: path)
        }
        try read(file.number, of: path, take)
    }

    private static func read(
        _ descriptor: Int32, of path: String, _ take: ([UInt8]) throws(CommandError) -> Void
    ) throws(CommandError) {
        var line: [UInt8] = []
        var isTooLong = false
        while true {
            let block: [UInt8]
            do throws(SystemError) {
                block = try Descriptor.read(from: descriptor, atMost: 1 << 16)
            } catch {
                throw CommandError(.missingInput, "\(path): cannot read it: \(error)")
            }
            if block.isEmpty { break }
            for piece in block.split(
                separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false
            ).enumerated() {
                if piece.offset > 0 {
                    try hand(&line, isTooLong, take)
                    isTooLong = false
                }
                isTooLong = isTooLong || line.count + piece.element.count > longestLine
                if !isTooLong { line += piece.element }
            }
        }
        try hand(&line, isTooLong, take)
    }

    private static func hand(
        _ line: inout [UInt8], _ isTooLong: Bool, _ take: ([UInt8]) throws(CommandError) -> Void
    ) throws(CommandError) {
        defer { line.removeAll(keepingCapacity: true) }
        if !line.isEmpty || isTooLong { try take(isTooLong ? [] : line) }
    }
}
