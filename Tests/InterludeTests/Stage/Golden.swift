import Foundation
import Testing

/// Compares a course with the text that is kept for it under `Timelines/`.
///
/// `RECORD=1 swift test` writes the text anew.
func expectTimeline(
    _ lines: [String], _ name: String, sourceLocation: SourceLocation = #_sourceLocation
) throws {
    let text = lines.joined(separator: "\n") + "\n"
    let file = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../Timelines/\(name).txt").standardizedFileURL
    if ProcessInfo.processInfo.environment["RECORD"] == "1" {
        try text.write(to: file, atomically: true, encoding: .utf8)
    }
    let kept = try String(contentsOf: file, encoding: .utf8)
    #expect(text == kept, sourceLocation: sourceLocation)
}
