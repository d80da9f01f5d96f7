import Foundation
import TestServers

/// A program, run to its end.
struct Command: Sendable {
    /// `nil` if it had to be killed.
    let status: Int32?
    let output: String

    struct Failure: Error {
        let arguments: [String]
        let status: Int32?
    }

    /// Blocks until the program has ended.
    init(_ arguments: [String], environment: [String: String] = [:]) throws {
        let written = ProcessOutput()
        let process = ServerProcess(arguments: arguments, environment: environment)
        try process.start(output: written)
        status = process.wait(atMost: .seconds(60))
        written.waitForEnd()
        output = written.text
    }

    /// The same, and throws unless the program ends with success.
    static func run(_ arguments: String...) throws {
        let command = try Command(arguments)
        guard command.status == 0 else {
            throw Failure(arguments: arguments, status: command.status)
        }
    }
}
