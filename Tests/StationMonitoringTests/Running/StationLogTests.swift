import Foundation
import Interlude
import Synchronization
import TestFiles
import Testing

@testable import StationMonitoring

@Suite("The log of a station")
struct StationLogTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test("says once that it cannot be written, and again after it could")
    func full() throws {
        let said = Mutex<[String]>([])
        let path = folder.file("a.jsonl")
        func replace(by target: String) throws {
            // try?: there is none at first.
            try? FileManager.default.removeItem(atPath: path)
            try FileManager.default.createSymbolicLink(
                atPath: path, withDestinationPath: target)
        }
        try replace(by: "/dev/full")
        let log = try StationLog(of: "a", in: folder.path) { line in
            said.withLock { $0.append(line) }
        }
        log.write(EventRecord("one", at: .zero))
        log.write(EventRecord("two", at: .zero))
        #expect(said.withLock { $0 } == ["\(path): cannot write: No space left on device"])
        try replace(by: folder.file("log"))
        log.reopen()
        log.write(EventRecord("three", at: .zero))
        let text = try String(contentsOfFile: folder.file("log"), encoding: .utf8)
        #expect(text == "{\"event\":\"three\",\"t\":0,\"frame\":0}\n")
        try replace(by: "/dev/full")
        log.reopen()
        log.write(EventRecord("four", at: .zero))
        #expect(said.withLock { $0.count } == 2)
    }

    @Test("may have a name as long as the file system allows")
    func longName() throws {
        let longest = StationList.longestLogName - ".jsonl".utf8.count
        _ = try StationLog(of: String(repeating: "a", count: longest), in: folder.path) { _ in }
        #expect(throws: MonitorFailure.self) {
            try StationLog(of: String(repeating: "a", count: longest + 1), in: folder.path) { _ in }
        }
    }

    @Test("is readable by others, and writable by its owner alone")
    func mode() throws {
        let log = try StationLog(of: "a", in: folder.path) { _ in }
        let attributes = try FileManager.default.attributesOfItem(atPath: log.path)
        let mode = try #require(attributes[.posixPermissions] as? NSNumber).intValue
        #expect(mode & 0o177 & 0o133 == 0 && mode & 0o600 == 0o600, "\(String(mode, radix: 8))")
    }
}
