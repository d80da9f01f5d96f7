import FoundationEssentials
import Glibc
import MediaTime
import Platform
import Synchronization

/// Owns a child process, and kills it when released.
struct ChildProcess: ~Copyable {
    let pid: pid_t
    /// The time just before it was spawned.
    let start: MonotonicTime
    private var hasEnded = false

    /// The running child processes. Locked while one is reaped, so that no signal reaches another
    /// process with the same number.
    static let running = Mutex<Set<pid_t>>([])

    /// Kills all child processes without waiting, for when this process exits at once.
    static func killAll() {
        running.withLock { pids in
            for pid in pids { kill(pid, SIGKILL) }
        }
    }

    /// Starts `program` with `arguments`. Its standard streams are `/dev/null`, and it receives all
    /// signals, whatever this thread blocks.
    ///
    /// `environment` is merged into that of this process.
    init(
        _ program: String, _ arguments: [String], environment: [String: String]
    ) throws(MeasurementError) {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for place in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
            posix_spawn_file_actions_addopen(&actions, place, "/dev/null", O_RDWR, 0)
        }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var blocked = sigset_t()
        sigemptyset(&blocked)
        posix_spawnattr_setsigmask(&attributes, &blocked)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        let variables = ProcessInfo.processInfo.environment
            .merging(environment) { _, ours in ours }
            .map { "\($0)=\($1)" }
        var pid = pid_t()
        var start = MonotonicTime.now
        let status = Self.running.withLock { pids in
            let status = withCStrings([program] + arguments) { arguments in
                withCStrings(variables) { variables in
                    start = .now
                    return posix_spawn(&pid, program, &actions, &attributes, arguments, variables)
                }
            }
            if status == 0 { pids.insert(pid) }
            return status
        }
        guard status == 0 else {
            throw MeasurementError(
                .defect, "\(program): cannot start: \(SystemError(code: status))")
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

    /// Waits at most `limit` until it ends by itself. Returns whether it ended with status 0.
    mutating func waitForEnd(within limit: Duration = .seconds(20)) -> Bool {
        let deadline = MonotonicTime.now.advanced(by: limit.inSeconds)
        // Stays so if the system has discarded the status of the process.
        var status: Int32 = -1
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

    /// Sends SIGTERM, and waits as ``waitForEnd(within:)`` does.
    mutating func end() -> Bool {
        kill(pid, SIGTERM)
        return waitForEnd()
    }
}

/// Passes `strings` as an array of C strings with a null pointer at the end.
private func withCStrings<Result>(
    _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
) -> Result {
    let copies = strings.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    return body(copies + [nil])
}
