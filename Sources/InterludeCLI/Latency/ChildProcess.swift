import FoundationEssentials
import Glibc
import MediaTime
import Platform
import Synchronization

/// Owns one process that this one started, and ends it.
struct ChildProcess: ~Copyable {
    let pid: pid_t
    /// When it was asked for.
    let start: MonotonicTime
    private var hasEnded = false

    /// Those that run. While one is let go of that has ended this is locked, so that no signal goes
    /// to another process that gets its number.
    private static let running = Mutex<Set<pid_t>>([])

    /// Ends all that run, and does not wait for that: for when this process ends on the spot.
    static func killAll() {
        running.withLock { pids in
            for pid in pids { kill(pid, SIGKILL) }
        }
    }

    /// This command's own program.
    static var ownProgram: String {
        URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().path
    }

    /// Starts `program` with `arguments`; what it reads and writes goes nowhere.
    ///
    /// `environment` comes on top of this process's.
    init(
        _ program: String, _ arguments: [String], environment: [String: String]
    ) throws(CommandError) {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for place in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
            posix_spawn_file_actions_addopen(&actions, place, "/dev/null", O_RDWR, 0)
        }
        let variables = ProcessInfo.processInfo.environment
            .merging(environment) { _, ours in ours }
            .map { "\($0)=\($1)" }
        var pid = pid_t()
        var start = MonotonicTime.now
        let status = Self.running.withLock { pids in
            let status = withCStrings([program] + arguments) { arguments in
                withCStrings(variables) { variables in
                    start = .now
                    return posix_spawn(&pid, program, &actions, nil, arguments, variables)
                }
            }
            if status == 0 { pids.insert(pid) }
            return status
        }
        guard status == 0 else {
            throw CommandError(.defect, "\(program): cannot start: \(SystemError(code: status))")
        }
        self.pid = pid
        self.start = start
    }

    deinit {
        guard !hasEnded else { return }
        Self.running.withLock { pids in
            kill(pid, SIGKILL)
            pids.remove(pid)
        }
        var status: Int32 = 0
        waitpid(pid, &status, 0)
    }

    /// Waits until it has ended by itself, at most `limit`, and returns whether it did what it was
    /// asked.
    mutating func waitForEnd(within limit: Duration = .seconds(20)) -> Bool {
        let deadline = MonotonicTime.now.advanced(by: limit.inSeconds)
        var status: Int32 = 0
        while !hasEnded, MonotonicTime.now < deadline {
            hasEnded = Self.running.withLock { pids in
                let hasEnded = waitpid(pid, &status, WNOHANG) != 0
                if hasEnded { pids.remove(pid) }
                return hasEnded
            }
            if !hasEnded { MonotonicTime.now.advanced(by: 0.005).sleep() }
        }
        return hasEnded && status == 0
    }

    /// Asks it to end as a person would, and waits until it has, as ``waitForEnd(within:)`` does.
    mutating func end() -> Bool {
        kill(pid, SIGTERM)
        return waitForEnd()
    }
}

/// Passes `strings` on as C takes them, with a null pointer at the end.
private func withCStrings<Result>(
    _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
) -> Result {
    let copies = strings.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    return body(copies + [nil])
}
