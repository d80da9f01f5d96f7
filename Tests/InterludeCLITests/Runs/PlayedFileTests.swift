import Foundation
import TestFiles
import TestServers
import Testing

/// Runs of the built command in virtual time.
@Suite("A file that is played", .timeLimit(.minutes(4)))
struct PlayedFileTests {
    private let command: BuiltCommand
    private let spot: String

    init() throws {
        command = try BuiltCommand()
        spot = try command.spot()
    }

    @Test("gives the log, the summary, the test cases and the report of one session")
    func records() throws {
        let run = try command.play([
            "--duration", "5s", "--push", "1s=\(spot)", "--events", "-",
            "--summary", command.folder.file("summary"), "--junit", command.folder.file("junit"),
            "--report", command.folder.file("report"), "--record", command.folder.file("record"),
        ])
        #expect(run.status == 0)
        #expect(
            run.complaints == [
                "played 5.0 s, 1 break, 1 spot, 2.0 s of ads, worst gap 0.0 ms, 0 underruns: passed"
            ])
        let source = command.folder.file("show.wav")
        let log = run.output.split(separator: "\n").map(String.init)
        let first =
            #"{"event":"session.began","t":0,"frame":0,"version":"0.1.0","source":"\#(source)","#
            + #""options":{"sink":"null","clock":"virtual","break":"mute","resume":"live","#
            + #""matchLoudness":"match","fade":0.008,"start":0,"duration":5,"giveUp":60,"#
            + #""pushes":1,"cues":"icy,hls,scte35,id3","fill":0}}"#
        #expect(log.first == first)
        #expect(log.last == #"{"event":"session.stopped","t":5,"frame":240000}"#)
        #expect(log.count { $0.contains(#""slot.completed","t":3,"frame":144000"#) } == 1)
        let summary = try command.text("summary")
        #expect(summary.hasPrefix(#"{"interludeSummary":1,"verdict":"passed","#))
        #expect(summary.contains(#""played":5,"breaks":1,"#) && summary.hasSuffix("}\n"))
        #expect(try command.text("junit").contains(#"name="break 1 at 1.000 s" time="2.000""#))
        let report = try command.text("report")
        #expect(report.contains("\(source) · sink null · virtual clock · 5.000 s heard"))
        #expect(report.contains("tea.wav") && report.contains(">48000</td>"))
        #expect(report.contains("<path class=\"loudness"))
        let replay = try command.run(["replay", command.folder.file("record")])
        #expect(replay.status == 0 && replay.output == run.output)
    }

    @Test("is written to standard output as a summary, a report or test cases, if asked")
    func standardOutput() throws {
        for (option, words) in [
            ("--summary", #""verdict":"passed""#), ("--junit", "<testsuites>"),
            ("--report", "<h2>Passed</h2>"), ("--record", "\"startThreshold\""),
        ] {
            let run = try command.play(["--duration", "1s", option, "-"])
            #expect(run.status == 0 && run.output.contains(words), "\(option): \(run.errors)")
        }
    }

    @Test("H13: says in its summary how long the spots took to load, in virtual time")
    func loadTimes() throws {
        let run = try command.play([
            "--duration", "5s", "--push", "1s=\(spot)", "--network-delay", "0.25s",
            "--summary", "-",
        ])
        #expect(run.status == 0)
        #expect(run.output.contains(#""spots":{"tried":1,"started":1,"completed":1,"#))
        #expect(run.output.contains(#""failedByCode":{},"loadTime":{"median":250,"max":250}}"#))
    }

    @Test("ends with status 1 and the reasons if something expected was not heard")
    func expectations() throws {
        let expected = try command.folder.write("breaks: 2\nplayed: 6s\n".utf8, to: "expect.yaml")
        let play = ["--duration", "6s", "--push", "1s=\(spot)", "--expect", expected]
        let run = try command.play(play)
        #expect(run.status == 1)
        #expect(
            run.complaints.last == "interlude: not as expected: 2 breaks: 1 heard")
        let met = try command.play(play + ["--push", "3500ms=\(spot)"])
        #expect(met.status == 0 && met.complaints.count == 1)
    }

    @Test("is measured for an expected loudness, and only then")
    func levels() throws {
        let ferry = URL(filePath: #filePath).appending(
            path: "../../../../SampleMedia/spots/ferry.mp3"
        )
        .standardizedFileURL.path
        for (loudness, status) in [("-18 LUFS", 0), ("-30 LUFS", 1)] as [(String, Int32)] {
            let expected = try command.folder.write(
                "heard:\n  - spot: ferry.mp3\n    loudness: \(loudness)\n".utf8, to: "expect.yaml")
            let run = try command.play([
                "--duration", "15s", "--push", "0s=\(ferry)", "--match-loudness", "tech1008",
                "--expect", expected,
            ])
            #expect(run.status == status, "\(run.errors)")
            #expect(run.errors.contains("LUFS") == (status == 1), "\(run.errors)")
        }
    }

    @Test(
        "fails with --strict for a push that waits at the end: behind another, in a pause, for the end",
        arguments: [
            ["--push", "1s=SPOT", "--push", "2s=SPOT"], ["--pause", "1s", "--push", "2s=SPOT"],
            ["--push", "end=SPOT"],
        ])
    func waitingPush(options: [String]) throws {
        let play = options.map { $0.replacing("SPOT", with: spot) } + ["--duration", "2500ms"]
        #expect(try command.play(play).status == 0)
        let strict = try command.play(play + ["--strict"])
        #expect(strict.status == 1, "\(strict.errors)")
        #expect(strict.errors.contains("1 push was not reached"))
    }

    @Test("says which spots and pushes were left out, and with --strict ends with status 1")
    func leftOut() throws {
        let play = [
            "--duration", "5s", "--push", "1s=\(command.folder.file("none.wav")),\(spot)",
            "--push", "9s=\(spot)", "--push", "6s=\(spot)", "--push", "5s=\(spot)",
        ]
        let warnings = [
            "interlude: --push 9s, --push 6s, --push 5s: not reached, because --duration ends the "
                + "session at 5s",
            "interlude: spot left out: \(command.folder.file("none.wav")): there is no such file; "
                + "check the path",
        ]
        let shortfall = "1 spot failed, 3 pushes were not reached"
        let line =
            "played 5.0 s, 1 break, 1 spot, 1 failed, 2.0 s of ads, worst gap 0.0 ms, 0 underruns: "
            + "failed (\(shortfall))"
        let pushes = ["5.0", "6.0", "9.0"].map {
            "interlude: push at \($0) s left out: the session ended at 5.0 s"
        }
        let expected: [String] = warnings + [line] + pushes
        let lenient = try command.play(play)
        #expect(lenient.status == 0)
        #expect(lenient.complaints == expected)
        let strict = try command.play(play + ["--strict"])
        #expect(strict.status == 1)
        #expect(strict.complaints.dropLast() == expected[...])
        #expect(strict.complaints.last == "interlude: not everything was heard: \(shortfall)")
    }

    @Test("says that the file of a spot is cut off, and with --strict ends with status 1")
    func cutOff() throws {
        let whole = try [UInt8](Data(contentsOf: URL(filePath: command.spot("whole.wav"))))
        let spot = try command.folder.write(whole.dropLast(16_000), to: "cut.wav")
        let play = ["--duration", "5s", "--push", "1s=\(spot)"]
        let shortfall = "the file of 1 spot is cut off"
        let expected = [
            "interlude: \(spot): the file is cut off: it has 1.0 s of the 2.0 s that it declares; "
                + "replace it by a whole one",
            "played 5.0 s, 1 break, 1 spot, 1.0 s of ads, worst gap 0.0 ms, 0 underruns: "
                + "failed (\(shortfall))",
        ]
        let lenient = try command.play(play)
        #expect(lenient.status == 0)
        #expect(lenient.complaints == expected)
        let strict = try command.play(play + ["--strict"])
        #expect(strict.status == 1)
        #expect(
            strict.complaints == expected + ["interlude: not everything was heard: \(shortfall)"])
    }

    @Test("says which breaks of the stream no spot fits, if there are spots for them")
    func unfilled() throws {
        let breaks = ["--break-every", "3s", "--break-length", "1s"]
        let long = try command.play(breaks + ["--fill", spot])
        #expect(long.status == 0)
        let line = "interlude: a break of the stream left out: no spot fits its 1.000 s"
        #expect(long.complaints.count { $0 == line } == 2, "\(long.errors)")
        let jingle = try SilentFile.write(seconds: 1, to: "jingle.wav", in: command.folder)
        let short = try command.play(breaks + ["--fill", "\(spot),\(jingle)"])
        #expect(!short.errors.contains("left out"), "\(short.errors)")
        #expect(short.errors.contains("2 breaks, 2 spots, 2.0 s of ads"), "\(short.errors)")
    }

    @Test("-v prints connections and every event with its fields")
    func verbose() throws {
        let quiet = try command.play(["--duration", "1s"])
        #expect(quiet.complaints == ["played 1.0 s, 0 underruns: passed"])
        let run = try command.play(["--duration", "1s", "-v", "--push", "500ms=\(spot)"])
        #expect(run.status == 0)
        for line in [
            "interlude: 0.000 s: session.connecting",
            "interlude: 0.000 s: session.playing streamFrame=0 behindLive=0",
            "interlude: 0.500 s: break.announced break=1 spots=1",
            "interlude: the stream is pcm_s16le, 8000 Hz, 1 channel, file",
            "interlude: 1.000 s: session.stopped",
        ] {
            #expect(run.complaints.contains(line), "\(line): \(run.errors)")
        }
    }

    @Test(
        "is written to a file of the chosen format", arguments: [("wav", 8), ("wav16", 4)])
    func file(kind: String, frameByteCount: Int) throws {
        let path = command.folder.file("out.wav")
        let run = try command.play(["--duration", "2s", "--sink", "\(kind):\(path)", "-v"])
        #expect(run.status == 0)
        #expect(run.errors.contains(#"options={"sink":"\#(kind)","clock":"virtual""#))
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
        #expect(bytes.starts(with: "RIFF".utf8))
        #expect((0..<200).contains(bytes.count - 96_000 * frameByteCount))
    }

    @Test(
        "is refused with the status of its failure",
        arguments: [
            (["http://127.0.0.1:9/live"], 69), (["/nowhere/show.wav"], 66), (["/dev/null"], 65),
            (["-"], 65),
        ] as [([String], Int32)])
    func refused(source: [String], status: Int32) throws {
        let run = try command.run(["play"] + source + ["--clock", "virtual"])
        #expect(run.status == status)
        #expect(run.complaints.last?.hasPrefix("interlude: ") == true, "\(run.errors)")
        #expect(!run.errors.contains("played "), "\(run.errors)")
    }

    @Test(
        "is not played to an output that cannot be written",
        arguments: [
            ["--sink", "wav:/nowhere/out.wav"], ["--events", "/dev/full"],
            ["--events", "/nowhere/log"], ["--record", "/nowhere/log"],
            ["--report", "/dev/full"], ["--summary", "/nowhere/s"], ["--junit", "/nowhere/j"],
        ])
    func unwritable(option: [String]) throws {
        let run = try command.play(option)
        #expect(run.status == 74)
        #expect(run.complaints.count == 1, "\(run.errors)")
    }

    @Test("waits for its schedule, whose name is that of a lost one")
    func schedule() throws {
        let schedule = try command.folder.write(#"{"ads": {"breaks": []}}"#.utf8, to: "s.json")
        let run = try command.play(["--duration", "1s", "--schedule", schedule])
        #expect(run.status == 0, "\(run.errors)")
        let missing = try command.play(["--schedule", "/nowhere/s.json"])
        #expect(missing.status == 66)
        let broken = try command.folder.write("{".utf8, to: "broken.json")
        #expect(try command.play(["--schedule", broken]).status == 65)
    }

    @Test("takes options from the settings file of its user, which may have mistakes")
    func settings() throws {
        let folder = command.folder.url.appending(path: "interlude")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try command.folder.write("duration: 3s\n".utf8, to: "interlude/config.yaml")
        #expect(try command.play([]).complaints == ["played 3.0 s, 0 underruns: passed"])
        let check = try command.run(["config", "check"])
        let settings = command.folder.file("interlude/config.yaml")
        #expect(check.output == "\(settings): 1 setting, no mistakes\n")
        #expect(check.complaints.map { $0.contains("has no source") } == [true])
        let nothing = try command.run(["play"])
        #expect(nothing.status == 65)
        #expect(nothing.errors.contains("config.yaml: has no source; add"), "\(nothing.errors)")
        #expect(try command.run(["play", "--bogus"]).status == 64)
        try command.folder.write("duration: soon\nfade: 8ms\n".utf8, to: "interlude/config.yaml")
        for run in [try command.play([]), try command.run(["config", "check"])] {
            #expect(run.status == 65)
            #expect(run.errors.contains("config.yaml: line 1: "), "\(run.errors)")
        }
        for rule in ["break-every: 20m", "silence-level: -40", "fallback: spot.mp3"] {
            try command.folder.write("\(rule)\n".utf8, to: "interlude/config.yaml")
            for run in [try command.play([]), try command.run(["config", "check"])] {
                #expect(run.status == 65, "\(rule)")
                #expect(run.errors.contains("config.yaml: --"), "\(run.errors)")
            }
        }
        try command.folder.write("duration: 3s\nfade: 8ms\n".utf8, to: "interlude/config.yaml")
        #expect(
            try command.run(["config", "check"]).output.hasSuffix(": 2 settings, no mistakes\n"))
        try command.folder.write("duration: soon\nfad: 8ms\n".utf8, to: "interlude/config.yaml")
        let complaints = try command.run(["config", "check"]).complaints
        #expect(
            complaints.map { $0.contains("config.yaml: line ") } == [true, true], "\(complaints)")
        let homeless = try command.run(
            ["config", "check"], environment: ["HOME": "", "XDG_CONFIG_HOME": ""])
        #expect(homeless.status == 64)
    }
}
