import Foundation
import Glibc
import Synchronization

/// A server that runs as a child process, and can be started again.
package final class ServerProcess: Sendable {
    package enum Failure: Error, CustomStringConvertible {
        case notReady(String)

        package var description: String {
            switch self {
            case .notReady(let name): "\(name) did not answer within 10 seconds"
            }
        }
    }

    private let arguments: [String]
    private let environment: [String: String]
    private let running = Mutex<Process?>(nil)

    /// `arguments` begin with the program's name; `environment` comes on top of the test's own.
    package init(arguments: [String], environment: [String: String]) {
        self.arguments = arguments
        self.environment = environment
    }

    package func start() throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment
            .merging(environment) { _, ours in ours }
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        running.withLock { $0 = process }
    }

    /// Kills the server at once, and waits until it is gone.
    package func stop() {
        let process = running.withLock { $0.take() }
        guard let process else { return }
        Glibc.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    package func signal(_ number: Int32) {
        running.withLock { process in
            if let process { Glibc.kill(process.processIdentifier, number) }
        }
    }

    /// Asks again and again whether the server answers, for at most 10 seconds.
    package func waitUntilReady(_ isReady: () -> Bool) throws {
        let deadline = ContinuousClock.now + .seconds(10)
        while !isReady() {
            guard ContinuousClock.now < deadline else {
                throw Failure.notReady(arguments.first ?? "the server")
            }
            usleep(10_000)
        }
    }
}
