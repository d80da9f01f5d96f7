import Foundation
import Interlude
import MediaTime
import TestFiles
import Testing

@testable import InterludeCLI

@Suite("Event log writer")
struct EventLogWriterTests {
    @Test("each record is a line that is in the file at once, and an old log is gone")
    func lines() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(
            "an old log that is longer than the new one\n".utf8, to: "events")
        let writer = try EventLogWriter(to: .file(path: path))
        try writer.write(EventRecord("session.playing", at: .zero))
        #expect(
            try String(contentsOfFile: path, encoding: .utf8)
                == #"{"event":"session.playing","t":0,"frame":0}"# + "\n")
        try writer.write(EventRecord("slot.started", at: FrameTime(48_000), ["slot": 1]))
        #expect(try String(contentsOfFile: path, encoding: .utf8).hasSuffix("\"slot\":1}\n"))
    }

    @Test("an unwritable path ends with 74")
    func place() {
        let error = #expect(throws: CommandError.self) {
            try EventLogWriter(to: .file(path: "/nowhere/events"))
        }
        #expect(error?.status == .cannotWrite)
    }

    @Test("a full disk ends with 74, and stays so")
    func full() throws {
        let writer = try EventLogWriter(to: .file(path: "/dev/full"))
        for _ in 1...2 {
            let error = #expect(throws: CommandError.self) {
                try writer.write(EventRecord("session.playing", at: .zero))
            }
            #expect(error?.status == .cannotWrite)
        }
    }
}
