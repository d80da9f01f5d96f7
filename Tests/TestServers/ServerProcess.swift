import Foundation
import Glibc

/// A program that runs as a child process, and can be started again.
///
/// Started with `posix_spawn` and not with Foundation's `Process`, which takes a child that closes
/// its inherited descriptors, as sound servers do, for one that has ended, and then waits for its
/// end on a thread that all processes share.
package final class ServerProcess: Sendable {
    package enum Failure: Error, CustomStringConvertible {
        case notStarted(String, code: Int32)
        case notReady(String, said: String)

        package var description: String {
            switch self {
            case .notStarted(let name, let code):
                "cannot start \(name): \(String(cString: strerror(code)))"
            case .notReady(let name, let said): "\(name) did not get ready; it said: \(said)"
            }
        }
    }

    private enum State {
        case idle
        case running(pid_t)
        /// The status from `waitpid`.
        case ended(Int32)
    }

    package let name: String
    private let arguments: [String]
    private let environment: [String: String]
    private let state = Watched(State.idle)

    /// `arguments` begin with the program's name, which is searched in `PATH`; `environment` is
    /// added to the test's own.
    package init(arguments: [String], environment: [String: String] = [:]) {
        name = arguments[0]
        self.arguments = arguments
        self.environment = environment
    }

    deinit {
        stop()
    }

    /// Starts the program; output without a reader is discarded.
    package func start(output: ProcessOutput? = nil, errors: ProcessOutput? = nil) throws {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        var descriptors: [Int32] = []
        defer {
            posix_spawn_file_actions_destroy(&actions)
            for descriptor in descriptors { close(descriptor) }
        }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        for (output, place) in [(output, STDOUT_FILENO), (errors, STDERR_FILENO)] {
            if let output {
                descriptors.append(try output.open())
                posix_spawn_file_actions_adddup2(&actions, descriptors.last!, place)
            } else {
                posix_spawn_file_actions_addopen(&actions, place, "/dev/null", O_WRONLY, 0)
            }
        }
        let pid = try spawn(&actions)
        state.change { $0 = .running(pid) }
        startThread { [state] in Self.awaitEnd(of: pid, in: state) }
    }

    private func spawn(_ actions: inout posix_spawn_file_actions_t) throws -> pid_t {
        let variables = ProcessInfo.processInfo.environment
            .merging(environment) { _, ours in ours }
            .map { "\($0)=\($1)" }
        var pid = pid_t()
        let status = withCStrings(arguments) { arguments in
            withCStrings(variables) { variables in
                posix_spawnp(&pid, arguments[0]!, &actions, nil, arguments, variables)
            }
        }
        guard status == 0 else { throw Failure.notStarted(name, code: status) }
        return pid
    }

    /// Waits on its own thread. The process is reaped only while the state is locked, so that no
    /// signal ever goes to another process with the same number.
    private static func awaitEnd(of pid: pid_t, in state: Watched<State>) {
        var information = siginfo_t()
        while waitid(P_PID, id_t(pid), &information, WEXITED | WNOWAIT) < 0 && errno == EINTR {}
        state.change { state in
            var status: Int32 = 0
            waitpid(pid, &status, 0)
            state = .ended(status)
        }
    }

    /// Kills the program at once, and waits until it is gone.
    package func stop() {
        signal(SIGKILL)
        _ = wait(atMost: .seconds(10))
    }

    /// Waits until the program has ended by itself, and returns its exit status; `nil` if a signal
    /// ended it. Kills it if it has not ended after `limit`.
    package func wait(atMost limit: Duration) -> Int32? {
        let end = state.wait(within: limit) { state -> Int32?? in
            switch state {
            case .idle: .some(nil)
            case .running: nil
            case .ended(let status): .some(status)
            }
        }
        guard let end else {
            signal(SIGKILL)
            return nil
        }
        return end.flatMap { $0 & 0x7f == 0 ? $0 >> 8 & 0xff : nil }
    }

    package func signal(_ number: Int32) {
        state.change { state in
            if case .running(let pid) = state { Glibc.kill(pid, number) }
        }
    }

    /// Whether the program was started and has not ended since.
    package var isRunning: Bool {
        if case .running = state.current { true } else { false }
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
