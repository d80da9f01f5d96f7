import Foundation
import TestFiles
import TestServers
import Testing

/// `interlude report` on logs of real sessions.
@Suite("interlude report")
struct ReportRunTests {
    private let command: BuiltCommand

    init() throws {
        command = try BuiltCommand()
    }

    @Test("proves what `interlude play` has played, in words, as a page and as CSV")
    func proves() throws {
        let source = try SilentFile.write(seconds: 8, to: "show.wav", in: command.folder)
        let spot = try command.spot()
        let log = command.folder.file("events.jsonl")
        let play = try command.run([
            "play", source, "--push", "1s=\(spot),\(command.folder.file("nosuch.mp3"))", "--sink",
            "null",
            "--clock", "virtual", "--events", log,
        ])
        #expect(play.status == 0)
        let page = command.folder.file("proof.html")
        let table = command.folder.file("proof.csv")
        let run = try command.run(["report", log, "--html", page, "--csv", table])
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.output.contains("1 session, 0:08 of output, 1 break, 2 spots: 1 to the end, "))
        #expect(run.output.contains("nosuch.mp3: there is no such file"))
        let csv = try String(contentsOfFile: table, encoding: .utf8).components(
            separatedBy: "\r\n")
        #expect(csv.count == 4 && csv[0].hasPrefix("log,") && csv[3].isEmpty)
        #expect(csv.contains { $0.contains(",completed,1.000000,2.000000,,") }, "\(csv)")
        #expect(try String(contentsOfFile: page, encoding: .utf8).contains("Proof of play"))
    }

    @Test(
        "refuses what is no event log, and what is missing",
        arguments: [("no log", 65), (nil, 66)] as [(String?, Int32)])
    func refused(contents: String?, status: Int32) throws {
        let path = command.folder.file("log")
        if let contents { try command.folder.write(contents.utf8, to: "log") }
        let run = try command.run(["report", path])
        #expect(run.status == status)
        #expect(run.errors.hasPrefix("interlude: \(path): "), "\(run.errors)")
        #expect(run.errors.split(separator: "\n").count == 1)
    }

    @Test("leaves out the empty logs of players that never played, unless there is no other")
    func empty() throws {
        let log = try command.folder.write(Self.began.utf8, to: "log")
        let empty = try ["a", "b"].map { try command.folder.write("".utf8, to: $0) }
        let run = try command.run(["report"] + empty + [log])
        #expect(run.status == 0)
        #expect(run.output.hasPrefix("1 session"), "\(run.output)")
        #expect(run.errors.contains("2 logs are empty"), "\(run.errors)")
        let refused = try command.run(["report"] + empty)
        #expect(refused.status == 65)
        #expect(refused.errors.hasPrefix("interlude: \(empty[0]): has no event"))
    }

    @Test(
        "writes over none of its inputs, and to each file once",
        arguments: [
            ["log", "--csv", "log"], ["log", "--html", "log"],
            ["log", "--csv", "new", "--html", "new"],
        ])
    func overwrites(arguments: [String]) throws {
        try command.folder.write(Self.began.utf8, to: "log")
        let run = try command.run(
            ["report"] + arguments.map { $0.hasPrefix("-") ? $0 : command.folder.file($0) })
        #expect(run.status == 64, "\(run.errors)")
        let kept = try String(contentsOfFile: command.folder.file("log"), encoding: .utf8)
        #expect(kept == Self.began)
    }

    @Test(
        "keeps the previous table if one of several logs cannot be read",
        arguments: ["folder", "none"])
    func keepsTable(bad: String) throws {
        let log = try command.folder.write(Self.began.utf8, to: "log")
        let table = try command.folder.write("kept".utf8, to: "table")
        let folder = command.folder.file("folder")
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: false)
        let run = try command.run(["report", log, command.folder.file(bad), "--csv", table])
        #expect(run.status == 66, "\(run.errors)")
        #expect(try String(contentsOfFile: table, encoding: .utf8) == "kept")
        #expect(try FileManager.default.contentsOfDirectory(atPath: command.folder.path).count == 3)
    }

    @Test("reads lines that end as on other systems, and the last one without an end")
    func lineEnds() throws {
        let cut = #"{"event":"slot.failed","frame":0,"slot":1,"title":"Tea","code":401}"#
        let log = try command.folder.write(
            "\(Self.began)\r\n\r\n\(cut)".utf8, to: "log")
        let run = try command.run(["report", log])
        #expect(run.status == 0)
        #expect(run.output.contains(": Tea: failed (401)\n"), "\(run.output)")
        #expect(!run.output.contains("without an event"))
    }

    private static let began = #"{"event":"session.began","frame":0}"#

    @Test("reads a log with a line that is too long for an event")
    func longLines() throws {
        let long = String(repeating: "x", count: 3 << 20)
        let path = try command.folder.write(
            (long + "\n" + Self.began + "\n").utf8, to: "log")
        let run = try command.run(["report", path])
        #expect(run.status == 0)
        #expect(run.output.contains("1 session") && run.output.contains("1 line without an event"))
    }
}
