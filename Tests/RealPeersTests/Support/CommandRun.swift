import TestFiles
import TestServers
import Testing

/// A run of the built command: its output, and how it ended.
struct CommandRun {
    /// `nil` if it had to be killed.
    let status: Int32?
    /// Its standard error.
    let lines: [String]

    /// Blocks until the command has ended. It is killed after `limit`, and after
    /// `processorSeconds` of CPU time, which do not depend on the machine's load.
    init(
        _ arguments: [String], within limit: Duration = .seconds(300),
        processorSeconds: Int? = nil
    ) throws {
        let folder = try TemporaryFolder()
        let limiter = processorSeconds.map { seconds in
            ["/bin/sh", "-c", "ulimit -t \(seconds) && exec \"$@\"", "sh"]
        }
        let run = try Command(
            (limiter ?? []) + [Player.executable] + arguments,
            environment: ["XDG_RUNTIME_DIR": folder.path], within: limit)
        status = run.status
        lines = run.errors.split(separator: "\n").map(String.init)
    }

    static func expect(_ arguments: [String], status: Int32) throws {
        let run = try CommandRun(arguments)
        #expect(run.status == status, "\(run.lines)")
        #expect(run.lines.count == 1, "\(run.lines)")
        #expect(run.lines.first?.hasPrefix("interlude: ") == true, "\(run.lines)")
    }
}
