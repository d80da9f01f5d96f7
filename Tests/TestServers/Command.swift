import Foundation

/// A program, run to its end.
package struct Command: Sendable {
    private let arguments: [String]

    /// `nil` if it had to be killed, or a signal ended it.
    package let status: Int32?
    package let output: String
    package let errors: String

    package struct Failure: Error {
        let arguments: [String]
        let status: Int32?
        let errors: String
    }

    /// Blocks until the program has ended; it is killed after `limit`.
    package init(
        _ arguments: [String], environment: [String: String] = [:],
        within limit: Duration = .seconds(300)
    ) throws {
        self.arguments = arguments
        let (output, errors) = (ProcessOutput(), ProcessOutput())
        let process = ServerProcess(arguments: arguments, environment: environment)
        try process.start(output: output, errors: errors)
        status = process.wait(atMost: limit)
        output.waitForEnd()
        errors.waitForEnd()
        self.output = output.text
        self.errors = errors.text
    }

    /// Itself, if the program ended with success; otherwise throws.
    @discardableResult
    package func successful() throws -> Command {
        guard status == 0 else {
            throw Failure(arguments: arguments, status: status, errors: errors)
        }
        return self
    }
}
