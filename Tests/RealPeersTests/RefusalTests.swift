import Foundation
import TestFiles
import TestServers
import Testing

/// The built command's refusals: one line, and an exit status for the reason.
@Suite("What the command refuses")
struct CommandRunTests {
    private static let quick = ["--clock", "virtual", "--sink", "null"]

    @Test(
        "an unplayable input is reported in one line",
        arguments: [
            ("nothere.mp3", 66), ("/tmp", 66), (Peers.sample("broken/empty.mp3"), 65),
            (Peers.sample("broken/page.mp3"), 65), (Peers.sample("broken/video-only.mp4"), 65),
            ("/dev/null", 65), ("-", 65), ("ftp://example.org/live", 64),
        ] as [(String, Int32)])
    func input(_ source: String, status: Int32) throws {
        try CommandRun.expect(["play", source] + Self.quick, status: status)
    }

    @Test(
        "an unwritable output is reported in one line",
        arguments: [
            ["--sink", "wav:/nowhere/out.wav"], ["--sink", "wav:/tmp"],
            ["--sink", "wav:/dev/full"],
            ["--events", "/dev/full"], ["--events", "/nowhere/log"], ["--record", "/dev/full"],
            ["--record", "/nowhere/log"], ["--record", "/tmp"],
            ["--report", "/dev/full"], ["--report", "/nowhere/page.html"], ["--report", "/tmp"],
        ])
    func output(_ option: [String]) throws {
        let source = Peers.sample("spots/ferry.mp3")
        try CommandRun.expect(["play", source, "--clock", "virtual"] + option, status: 74)
    }

    @Test("a recording replaces no device")
    func device() throws {
        var state = stat()
        #expect(stat("/dev/full", &state) == 0 && state.st_mode & S_IFMT == S_IFCHR)
        try CommandRun.expect(
            ["play", Peers.sample("spots/ferry.mp3"), "--record", "/dev/full"] + Self.quick,
            status: 74)
        #expect(stat("/dev/full", &state) == 0 && state.st_mode & S_IFMT == S_IFCHR)
    }

    @Test(
        "a file that is no recording is reported in one line",
        arguments: [
            ("nothere", 66), ("/tmp", 66), ("/dev/null", 65), (Peers.sample("README.md"), 65),
        ] as [(String, Int32)])
    func recording(_ file: String, status: Int32) throws {
        try CommandRun.expect(["replay", file], status: status)
    }

    @Test(
        "a recording with an impossible number is reported in one line",
        arguments: ["startThreshold", "fade", "rebufferThreshold"])
    func hostileRecording(_ name: String) throws {
        let folder = try TemporaryFolder()
        let recording = folder.file("recording")
        let source = Peers.sample("spots/ferry.mp3")
        let run = try CommandRun(["play", source, "--record", recording] + Self.quick)
        #expect(run.status == 0, "\(run.lines)")
        let time = try Regex("\"\(name)\":\\[[0-9,]*\\]")
        let text = try String(contentsOf: URL(filePath: recording), encoding: .utf8)
        let hostile = text.replacing(time, with: "\"\(name)\":[9223372036854775807,0]")
        #expect(hostile != text)
        let file = try folder.write(hostile.utf8, to: "hostile")
        try CommandRun.expect(["replay", file], status: 65)
    }

    @Test("a file that ends before the requested start is over at once")
    func beyond() throws {
        let source = Peers.sample("spots/ferry.mp3")
        let run = try CommandRun(["play", source, "--start", "1h"] + Self.quick)
        #expect(run.status == 0)
        #expect(run.lines == ["played 0.0 s, 0 underruns: passed"])
    }
}
