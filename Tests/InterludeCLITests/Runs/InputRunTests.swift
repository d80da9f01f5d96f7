import Foundation
import Glibc
import TestFiles
import TestServers
import Testing

/// What the built command says of its inputs.
@Suite("An input of the command line", .timeLimit(.minutes(2)))
struct InputRunTests {
    private let command: BuiltCommand

    init() throws {
        command = try BuiltCommand()
    }

    /// Runs the command with `input` as its standard input.
    private func run(_ arguments: [String], input: String) throws -> Command {
        let path = try command.folder.write(input.utf8, to: "input")
        return try Command(
            ["sh", "-c", "exec \"$@\" < \(path)", "sh", BuiltCommand.executable] + arguments,
            environment: command.environment)
    }

    @Test(
        "with secrets is remarked upon if other users may read it",
        arguments: [(0o644, true), (0o604, true), (0o640, false), (0o600, false)])
    func secrets(mode: mode_t, isOpen: Bool) throws {
        let path = try command.folder.write("X-Key: secret\n".utf8, to: "headers")
        chmod(path, mode)
        let run = try command.play(["--duration", "1s", "--header", "@\(path)"])
        #expect(run.status == 0)
        let remark =
            "interlude: \(path): other users may read this file; change that with chmod go-rwx"
        #expect(run.complaints.contains(remark) == isOpen, "\(run.errors)")
        let source = command.folder.file("show.wav")
        let note =
            "interlude: --header: \(source) has no host, so no header is sent; give the address of "
            + "the stream"
        #expect(run.complaints.contains(note))
        #expect(!run.errors.contains("secret"))
    }

    @Test("with secrets may be a pipe, about which nothing is remarked")
    func secretPipe() throws {
        let source = try SilentFile.write(seconds: 1, to: "a.wav", in: command.folder)
        let run = try Command(
            [
                "sh", "-c",
                "mkfifo -m 666 \(command.folder.path)/p; echo 'X: y' > "
                    + "\(command.folder.path)/p & exec \"$@\"", "sh", BuiltCommand.executable,
                "play", source, "--clock", "virtual", "--header", "@\(command.folder.path)/p",
            ], environment: command.environment)
        #expect(run.status == 0)
        #expect(!run.errors.contains("chmod"), "\(run.errors)")
        #expect(run.errors.contains("no header is sent"), "\(run.errors)")
    }

    @Test("without a header in its file is not remarked upon for want of a host")
    func noHeaders() throws {
        let path = try command.folder.write("\n".utf8, to: "headers")
        let run = try command.play(["--duration", "1s", "--header", "@\(path)"])
        #expect(!run.errors.contains("no header is sent"), "\(run.errors)")
    }

    @Test("is read from standard input for a dash, up to its greatest size")
    func standardInput() throws {
        let document = #"{"ads": {"breaks": []}}"#
        let run = try run(["inspect", "schedule", "-"], input: document)
        #expect(run.status == 0)
        #expect(run.output == #"{"breaks":[],"form":"uplynkPreplay"}"# + "\n")
        let large = try self.run(
            ["inspect", "scte35", "-"], input: String(repeating: "0", count: 65_537))
        #expect(large.status == 65)
        let words = "standard input: larger than the limit of 65536 bytes; use a smaller document"
        #expect(large.errors == "interlude: \(words)\n")
        let full = try self.run(
            ["inspect", "scte35", "-"], input: String(repeating: "x", count: 65_536))
        #expect(full.status == 65 && !full.errors.contains("larger"), "\(full.errors)")
        for (size, isLarger) in [(4_194_304, false), (4_194_305, true)] {
            let schedule = try self.run(
                ["inspect", "schedule", "-"], input: String(repeating: " ", count: size))
            #expect(schedule.status == 65)
            #expect(schedule.errors.contains("the limit of 4194304 bytes") == isLarger)
        }
    }

    @Test("that is no schedule is an error on both outputs, and one that is missing on one")
    func errors() throws {
        let path = try command.folder.write("{".utf8, to: "schedule")
        let run = try command.run(["inspect", "schedule", path])
        #expect(run.status == 65)
        #expect(run.output.hasPrefix(#"{"error":"\#(path)"#) && run.output.hasSuffix("\"}\n"))
        #expect(run.complaints.count == 1 && run.errors.hasPrefix("interlude: \(path)"))
        let missing = try command.run(["inspect", "icy", "/nowhere/block"])
        #expect(missing.status == 66 && missing.output == "")
    }

    @Test("at an address is fetched, once it answers, up to its greatest size")
    func address() throws {
        let text = "StreamTitle='Song';"
        let server = FaultServer { _, _ in .answer(Array(text.utf8)) }
        let large = FaultServer { _, _ in .answer([UInt8](repeating: 0x61, count: 70_000)) }
        defer {
            server.stop()
            large.stop()
        }
        let run = try command.run(["inspect", "icy", server.address("/block")])
        #expect(
            run.output == #"{"ad":false,"fields":{"StreamTitle":"Song"},"title":"Song"}"# + "\n")
        for arguments in [["scte35"], ["icy"]] {
            let refused = try command.run(["inspect"] + arguments + [large.address("/x")])
            #expect(refused.status == 65)
            #expect(refused.errors.contains("larger than the limit of "), "\(refused.errors)")
        }
        let gone = try command.run(["inspect", "icy", "http://127.0.0.1:9/"])
        #expect(gone.status == 69)
        let wrong = try command.run(["inspect", "icy", "ftp://a.example/"])
        #expect(wrong.status == 64 && wrong.errors.contains("'ftp' is not supported"))
    }

    @Test("that should be a playlist and is an endless stream is refused by its beginning")
    func endless() throws {
        let frame: [UInt8] = [0xFF, 0xFB, 0x90, 0x64] + [UInt8](repeating: 0, count: 413)
        let server = FaultServer { _, _ in
            [.head("200 OK", "Content-Type: audio/mpeg"), .send(frame), .stall]
        }
        defer { server.stop() }
        let address = server.address("/live.mp3")
        let run = try command.run(["inspect", "hls", address])
        let words = "\(address): line 1: not text in UTF-8, as a playlist is"
        #expect(run.status == 65)
        #expect(run.output == #"{"error":"\#(words)"}"# + "\n")
        #expect(run.complaints == ["interlude: \(words)"])
    }

    @Test(
        "that is no recording is refused", arguments: [("", 65), ("{}", 65)] as [(String, Int32)])
    func recording(text: String, status: Int32) throws {
        let path = try command.folder.write(text.utf8, to: "recording")
        let run = try command.run(["replay", path])
        #expect(run.status == status && run.complaints.count == 1, "\(run.errors)")
    }

    @Test("for a comparison of latencies must be such a file")
    func comparison() throws {
        let path = try command.folder.write("{}".utf8, to: "figures")
        let run = try command.run(["latency", "--compare", path])
        #expect(run.status == 65)
        let words = "not a file of 'interlude latency --json'; use another file"
        #expect(run.errors == "interlude: \(path): \(words)\n")
    }

    @Test("is not needed for help, the version or the list of outputs")
    func answers() throws {
        let version = try command.run(["--version"])
        #expect(version.status == 0 && version.output == "0.1.0\n" && version.errors == "")
        let help = try command.run(["play", "--help"])
        #expect(help.status == 0 && help.output.contains("USAGE: interlude play"))
        let sinks = try command.run(["sinks"], environment: ["PULSE_SERVER": "unix:/nowhere"])
        #expect(sinks.status == 0)
        #expect(sinks.output.hasSuffix("hls:DIR\ta folder with a live HLS stream\n"))
        #expect(sinks.errors.hasPrefix("interlude: no sound server: "))
        let mistake = try command.run(["plya"])
        #expect(mistake.status == 64)
        #expect(mistake.errors == "interlude: there is no command 'plya'; did you mean 'play'?\n")
    }

    @Test("is not begun with if the process may open too few files or use too little memory")
    func limits() throws {
        for (limit, words) in [
            ("-n 20", "this process may open only 20 files, and "),
            ("-v 700000", "this process may use only 683 MiB of address space, and needs 1024 MiB"),
        ] {
            let run = try Command(
                [
                    "sh", "-c", "ulimit \(limit); exec \"$@\"", "sh", BuiltCommand.executable,
                    "play", "/nowhere/a.mp3",
                ], environment: command.environment)
            #expect(run.status == 69, "\(run.errors)")
            #expect(run.errors.contains(words), "\(run.errors)")
        }
    }

    @Test("needs as many files as a player opens, and three for each thread of the web server")
    func fewestFiles() throws {
        let run = try Command(
            [
                "sh", "-c", "ulimit -n 20; exec \"$@\"", "sh", BuiltCommand.executable, "play",
                "/nowhere/a.mp3",
            ], environment: command.environment)
        let line = try #require(run.complaints.first)
        let open = try #require(Int(line.firstMatch(of: /and (\d+) are open/)?.1 ?? ""))
        let needed = try #require(Int(line.firstMatch(of: /ulimit -n (\d+)/)?.1 ?? ""))
        // There is one more thread than processors.
        let processors = sysconf(Int32(_SC_NPROCESSORS_ONLN))
        #expect(needed == open + 48 + 3 * (processors + 1))
    }

    @Test("leaves closed standard streams alone: nothing is written to what takes their place")
    func closed() throws {
        let log = command.folder.file("log")
        let source = try SilentFile.write(seconds: 1, to: "a.wav", in: command.folder)
        let run = try Command(
            [
                "sh", "-c", "exec \"$@\" 0<&- 1>&- 2>&-", "sh", BuiltCommand.executable, "play",
                source, "--clock", "virtual", "--events", log,
            ], environment: command.environment)
        #expect(run.status == 0)
        let lines = try command.text("log").split(separator: "\n")
        #expect(lines.count > 3 && lines.allSatisfy { $0.hasPrefix("{\"event\"") }, "\(lines)")
    }
}
