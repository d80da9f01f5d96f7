import Dispatch
import Foundation

/// A command-line tool, run to its end.
struct Tool {
    let status: Int32
    let output: String
    let errors: String

    /// Waits without holding a thread of the pool that the station under test runs on.
    static func run(_ arguments: String...) async throws -> Tool {
        try await withCheckedThrowingContinuation { finished in
            DispatchQueue.global().async {
                finished.resume(with: Swift.Result { try Tool(arguments) })
            }
        }
    }

    private init(_ arguments: [String]) throws {
        let process = Process()
        let output = Pipe()
        let errors = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = arguments
        process.standardOutput = output
        process.standardError = errors
        process.standardInput = FileHandle.nullDevice
        try process.run()
        // What these tools say fits into a pipe, so that one after the other cannot block.
        self.output = String(
            decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        self.errors = String(
            decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        status = process.terminationStatus
    }

    /// How many packets ffprobe finds in a file's audio.
    static func packetCount(of path: String) async throws -> Int? {
        let tool = try await run(
            "ffprobe", "-v", "error", "-count_packets", "-show_entries", "stream=nb_read_packets",
            "-of", "csv=p=0", path)
        return Int(tool.output.trimmingCharacters(in: .whitespacesAndNewlines))
    }
}
