import TestFiles
import TestServers
import Testing

/// The built command's messages if standard output accepts nothing.
@Suite("Standard output that is full", .timeLimit(.minutes(2)))
struct FullOutputTests {
    @Test(
        "is reported as an output that cannot be written",
        arguments: [
            ["--help"], ["help", "play"], ["--version"], ["play", "--help"], ["sinks"],
            ["--generate-completion-script", "bash"], ["station"],
            ["inspect", "schedule", "/dev/null"],
            ["play", Peers.sample("spots/ferry.mp3"), "--clock", "virtual", "--events", "-"],
        ])
    func full(arguments: [String]) throws {
        try expectFailure(arguments, redirection: ">/dev/full")
    }

    @Test("is treated like one that is closed", arguments: [["--help"], ["--version"]])
    func closed(arguments: [String]) throws {
        try expectFailure(arguments, redirection: ">&-")
    }

    @Test("is reported during a replay")
    func replay() throws {
        let folder = try TemporaryFolder()
        let recording = folder.file("session")
        let run = try CommandRun([
            "play", Peers.sample("spots/ferry.mp3"), "--clock", "virtual", "--sink", "null",
            "--record", recording,
        ])
        #expect(run.status == 0, "\(run.lines)")
        try expectFailure(["replay", recording], redirection: ">/dev/full")
    }

    private func expectFailure(_ arguments: [String], redirection: String) throws {
        let folder = try TemporaryFolder()
        let run = try Command(
            ["bash", "-c", "exec \"$0\" \"$@\" \(redirection)", Player.executable] + arguments,
            environment: ["XDG_RUNTIME_DIR": folder.path], within: .seconds(60))
        #expect(run.status == 74, "\(run.errors)")
        let told = run.errors.split(separator: "\n").filter { $0.contains("standard output") }
        #expect(told.count == 1, "\(run.errors)")
    }
}
