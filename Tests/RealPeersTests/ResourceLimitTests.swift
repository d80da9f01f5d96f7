import TestFiles
import TestServers
import Testing

/// The built command with scarce system resources.
@Suite("With scarce system resources", .timeLimit(.minutes(4)))
struct ResourceLimitTests {
    private static let file = Peers.sample("spots/ferry.mp3")
    private static let short = [file, "--sink", "null", "--duration", "500ms"]

    /// Runs the command after `limit`, a command of the shell.
    private func run(
        _ arguments: [String], after limit: String, within time: Duration = .seconds(40)
    ) throws -> Command {
        let folder = try TemporaryFolder()
        return try Command(
            ["bash", "-c", "\(limit) && exec \"$0\" \"$@\"", Player.executable] + arguments,
            environment: ["XDG_RUNTIME_DIR": folder.path], within: time)
    }

    private func expectRefusal(_ run: Command, naming remedy: String) {
        #expect(run.status == 69, "\(run.errors)")
        let lines = run.errors.split(separator: "\n")
        #expect(lines.count == 1, "\(run.errors)")
        #expect(lines.first?.hasPrefix("interlude: ") == true, "\(run.errors)")
        #expect(lines.first?.contains(remedy) == true, "\(run.errors)")
    }

    @Test(
        "too few open files are reported in one line that says how to get more",
        arguments: [
            ["play"] + short, ["play"] + short + ["--web", "0"], ["station"],
            ["inspect", "schedule", "http://127.0.0.1:1/"],
        ], [6, 14, 40])
    func files(arguments: [String], count: Int) throws {
        let run = try run(arguments, after: "ulimit -n \(count)")
        expectRefusal(run, naming: "raise the limit with 'ulimit -n")
    }

    @Test(
        "too little memory is reported in one line that says how to get more",
        arguments: [
            ["play"] + short + ["--clock", "virtual"], ["play"] + short + ["--web", "0"],
            ["station"],
        ], [200_000, 314_572, 1_000_000])
    func memory(arguments: [String], kibibytes: Int) throws {
        let run = try run(arguments, after: "ulimit -v \(kibibytes)")
        expectRefusal(run, naming: "raise the limit with 'ulimit -v 1048576'")
    }

    @Test(
        "commands that play nothing work with little",
        arguments: [["--version"], ["play", "--help"]],
        ["ulimit -n 6", "ulimit -v 200000"])
    func others(arguments: [String], limit: String) throws {
        let run = try run(arguments, after: limit)
        #expect(run.status == 0 && !run.output.isEmpty && run.errors.isEmpty, "\(run.errors)")
    }

    @Test("as many files are opened as the hard limit allows")
    func softLimit() throws {
        let run = try run(
            ["play"] + Self.short + ["--web", "0"], after: "ulimit -S -n 14")
        #expect(run.status == 0, "\(run.errors)")
    }
}
