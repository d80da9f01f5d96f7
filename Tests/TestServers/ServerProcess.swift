import Foundation
import Glibc
import Synchronization

/// A program that runs as a child process, and can be started again.
///
/// Started with `posix_spawn` and not with Foundation's `Process`, which takes
/// a child that closes the descriptors it inherits, as sound servers do, for
/// one that has ended, and then waits for its end on a thread that all
/// processes share.
package final class ServerProcess: Sendable {
    package enum Failure: Error, CustomStringConvertible {
        case notStarted(String, code: Int32)
        case notReady(String)

        package var description: String {
            switch self {
            case .notStarted(let name, let code):
                "cannot start \(name): \(String(cString: strerror(code)))"
            case .notReady(let name): "\(name) did not answer within 10 seconds"
            }
        }
    }

    private let arguments: [String]
    private let environment: [String: String]
    private let running = Mutex<pid_t?>(nil)

    /// `arguments` begin with the program's name, which is looked for in `PATH`; `environment`
    /// comes on top of the test's own.
    package init(arguments: [String], environment: [String: String] = [:]) {
        self.arguments = arguments
        self.environment = environment
    }

    deinit {
        stop()
    }

    /// Starts the program, with what it writes at the descriptors `output` and `errors` or nowhere.
    package func start(output: Int32? = nil, errors: Int32? = nil) throws {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        for (descriptor, place) in [(output, STDOUT_FILENO), (errors, STDERR_FILENO)] {
            if let descriptor {
                posix_spawn_file_actions_adddup2(&actions, descriptor, place)
            } else {
                posix_spawn_file_actions_addopen(&actions, place, "/dev/null", O_WRONLY, 0)
            }
        }
        let variables = ProcessInfo.processInfo.environment
            .merging(environment) { _, ours in ours }
            .map { "\($0)=\($1)" }
        var pid = pid_t()
        let status = withCStrings(arguments) { arguments in
            withCStrings(variables) { variables in
                posix_spawnp(&pid, arguments[0]!, &actions, nil, arguments, variables)
            }
        }
        guard status == 0 else { throw Failure.notStarted(arguments[0], code: status) }
        running.withLock { $0 = pid }
    }

    /// Kills the program at once, and waits until it is gone.
    package func stop() {
        signal(SIGKILL)
        wait()
    }

    /// Waits until the program has ended by itself, and returns its exit status; `nil` if a signal
    /// ended it.
    @discardableResult
    package func wait() -> Int32? {
        guard let pid = running.withLock({ $0.take() }) else { return nil }
        var status: Int32 = 0
        while waitpid(pid, &status, 0) < 0 && errno == EINTR {}
        return status & 0x7f == 0 ? status >> 8 & 0xff : nil
    }

    /// Waits like ``wait()``, and kills the program if it has not ended after `limit`.
    package func wait(atMost limit: Duration) -> Int32? {
        let deadline = ContinuousClock.now + limit
        while isRunning {
            guard ContinuousClock.now < deadline else {
                stop()
                return nil
            }
            usleep(10_000)  // polls another process
        }
        return wait()
    }

    /// Whether the program has not ended yet; what it ended with is kept for ``wait()``.
    private var isRunning: Bool {
        running.withLock { pid in
            guard let pid else { return false }
            var state = siginfo_t()
            let isKnown = waitid(P_PID, id_t(pid), &state, WEXITED | WNOHANG | WNOWAIT) == 0
            return isKnown && state.si_signo == 0
        }
    }

    package func signal(_ number: Int32) {
        running.withLock { pid in
            if let pid { Glibc.kill(pid, number) }
        }
    }

    /// Asks again and again whether the server answers, for at most 10 seconds.
    package func waitUntilReady(_ isReady: () -> Bool) throws {
        let deadline = ContinuousClock.now + .seconds(10)
        while !isReady() {
            guard ContinuousClock.now < deadline else { throw Failure.notReady(arguments[0]) }
            usleep(10_000)  // polls another process
        }
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
