import Foundation

/// A kept text for a test under `Timelines/` in the folder of the test's target.
package struct KeptText {
    package let lines: [String]

    /// Reads the text kept as `name`. If the tests run with `RECORD=1`, writes it first.
    ///
    /// `caller` is a file in a folder of the target.
    package init(
        _ name: String, recording lines: [String], caller: String = #filePath
    ) throws {
        let file = URL(filePath: caller).deletingLastPathComponent()
            .appending(path: "../Timelines/\(name).txt").standardizedFileURL
        if ProcessInfo.processInfo.environment["RECORD"] == "1" {
            try Data(lines.map { $0 + "\n" }.joined().utf8).write(to: file)
        }
        self.lines = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n")
            .dropLast()
    }
}
