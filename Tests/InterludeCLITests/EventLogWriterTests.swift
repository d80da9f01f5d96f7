import Foundation
import Glibc
import Interlude
import MediaTime
import Platform
import Synchronization
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

    @Test("a full device ends with 74, and stays so")
    func full() throws {
        let writer = try EventLogWriter(to: .file(path: "/dev/full"))
        for _ in 1...2 {
            let error = #expect(throws: CommandError.self) {
                try writer.write(EventRecord("session.playing", at: .zero))
            }
            #expect(error?.status == .cannotWrite)
        }
    }

    /// A disk that may be full.
    private final class Disk: Sendable {
        let error = Mutex<CInt?>(nil)
        let reports = Mutex<[String]>([])

        /// Writes the first bytes of a line for which there is no space.
        var calls: EventLogWriter.Calls {
            var calls = EventLogWriter.Calls()
            let (create, write) = (calls.create, calls.write)
            calls.create = { path throws(SystemError) in
                if let code = self.error.withLock({ $0 }) { throw SystemError(code: code) }
                return try create(path)
            }
            calls.write = { text, descriptor throws(SystemError) in
                guard let code = self.error.withLock({ $0 }) else {
                    return try write(text, descriptor)
                }
                try write(String(text.prefix(9)), descriptor)
                throw SystemError(code: code)
            }
            return calls
        }

        func writer(to path: String) throws -> EventLogWriter {
            try EventLogWriter(to: .file(path: path), calls: calls) { words in
                self.reports.withLock { $0.append(words) }
            }
        }
    }

    @Test(
        "lines for which a disk has no space are left out of a file, and all others are whole",
        arguments: [ENOSPC, EDQUOT])
    func shortage(code: CInt) throws {
        let folder = try TemporaryFolder()
        let path = folder.file("events")
        let disk = Disk()
        let writer = try disk.writer(to: path)
        try writer.write(EventRecord("session.connecting", at: .zero))
        disk.error.withLock { $0 = code }
        for _ in 1...3 { try writer.write(EventRecord("session.buffering", at: .zero)) }
        disk.error.withLock { $0 = nil }
        try writer.write(EventRecord("session.playing", at: FrameTime(48_000)))
        #expect(
            try String(contentsOfFile: path, encoding: .utf8) == """
                {"event":"session.connecting","t":0,"frame":0}
                {"event":"log.gap","t":1,"frame":48000,"lines":3}
                {"event":"session.playing","t":1,"frame":48000}

                """)
        let reports = disk.reports.withLock { $0 }
        #expect(reports.count == 2)
        #expect(
            reports.last == "\(path): the event log goes on; 3 lines are missing for want of space")
        #expect(reports.first?.hasPrefix("\(path): cannot write the event log: ") == true)
        let error = #expect(throws: CommandError.self) { try writer.checkComplete() }
        #expect(error?.status == .cannotWrite)
        #expect(error?.description.contains("incomplete: 3 lines are missing") == true)
    }

    @Test("each time that the space runs out is reported")
    func shortages() throws {
        let folder = try TemporaryFolder()
        let disk = Disk()
        let writer = try disk.writer(to: folder.file("events"))
        for code in [ENOSPC, nil, ENOSPC] {
            disk.error.withLock { $0 = code }
            try writer.write(EventRecord("session.playing", at: .zero))
        }
        #expect(disk.reports.withLock { $0.count } == 3)
    }

    @Test("a file that a full disk has no place for is created once there is some")
    func creation() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("events")
        let disk = Disk()
        disk.error.withLock { $0 = ENOSPC }
        let writer = try disk.writer(to: path)
        try writer.write(EventRecord("session.connecting", at: .zero))
        #expect(!FileManager.default.fileExists(atPath: path))
        disk.error.withLock { $0 = nil }
        try writer.write(EventRecord("session.playing", at: .zero))
        #expect(
            try String(contentsOfFile: path, encoding: .utf8)
                == #"{"event":"log.gap","t":0,"frame":0,"lines":1}"# + "\n"
                + #"{"event":"session.playing","t":0,"frame":0}"# + "\n")
        #expect(throws: CommandError.self) { try writer.checkComplete() }
    }

    @Test("another error than a full disk ends with 74, and stays so")
    func failure() throws {
        let folder = try TemporaryFolder()
        let disk = Disk()
        let writer = try disk.writer(to: folder.file("events"))
        disk.error.withLock { $0 = EIO }
        for _ in 1...2 {
            let error = #expect(throws: CommandError.self) {
                try writer.write(EventRecord("session.playing", at: .zero))
            }
            #expect(error?.status == .cannotWrite)
            disk.error.withLock { $0 = nil }
        }
        #expect(disk.reports.withLock { $0 }.isEmpty)
        #expect(throws: CommandError.self) { try writer.check() }
    }
}
