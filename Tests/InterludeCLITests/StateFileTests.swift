import Foundation
import Glibc
import TestFiles
import Testing

@testable import InterludeCLI

@Suite("A file with the state of a player")
struct StateFileTests {
    @Test(
        "is in the folder for state of the user",
        arguments: [
            (["XDG_STATE_HOME": "/s", "HOME": "/h"], "/s/interlude/a.json"),
            (["HOME": "/h"], "/h/.local/state/interlude/a.json"),
            (["XDG_STATE_HOME": "relative", "HOME": "/h"], "/h/.local/state/interlude/a.json"),
            (["HOME": "relative"], nil), ([:], nil),
        ] as [([String: String], String?)])
    func place(environment: [String: String], path: String?) {
        #expect(StateFile("a.json", environment: environment)?.path == path)
    }

    @Test("is private, and replaced as a whole")
    func written() throws {
        let folder = try TemporaryFolder()
        let file = StateFile(path: folder.file("state/interlude/a.json"))
        #expect(try file.read() == nil)
        try file.write(Data("one".utf8))
        try file.write(Data("two".utf8))
        #expect(try file.read() == Data("two".utf8))
        var state = stat()
        #expect(stat(file.path, &state) == 0)
        #expect(state.st_mode & 0o777 == 0o600)
        #expect(stat(folder.file("state/interlude"), &state) == 0)
        #expect(state.st_mode & 0o777 == 0o700)
        let names = try FileManager.default.contentsOfDirectory(
            atPath: folder.file("state/interlude"))
        #expect(names == ["a.json"])
    }

    @Test("is not written through a link, and another draft does not prevent it")
    func links() throws {
        let folder = try TemporaryFolder()
        let victim = try folder.write(Array("victim".utf8), to: "victim")
        let file = StateFile(path: folder.file("a.json"))
        for link in [file.path, "\(file.path).\(getpid())"] {
            try FileManager.default.createSymbolicLink(
                atPath: link, withDestinationPath: victim)
        }
        #expect(throws: StateFile.Failure.self) { try file.read() }
        try file.write(Data("state".utf8))
        #expect(try file.read() == Data("state".utf8))
        #expect(try String(contentsOfFile: victim, encoding: .utf8) == "victim")
    }

    @Test("is refused if it is a folder or a pipe, which is not waited for")
    func kinds() throws {
        let folder = try TemporaryFolder()
        #expect(throws: StateFile.Failure.self) { try StateFile(path: folder.path).read() }
        #expect(mkfifo(folder.file("pipe"), 0o600) == 0)
        #expect(throws: StateFile.Failure.self) {
            try StateFile(path: folder.file("pipe")).read()
        }
    }

    @Test("is bounded", arguments: [(65_536, true), (65_537, false), (1 << 20, false)])
    func bounds(byteCount: Int, isRead: Bool) throws {
        let folder = try TemporaryFolder()
        let path = try folder.write([UInt8](repeating: 0x61, count: byteCount), to: "a.json")
        let file = StateFile(path: path)
        if isRead {
            #expect(try file.read()?.count == byteCount)
        } else {
            #expect(throws: StateFile.Failure(description: "larger than 65536 bytes")) {
                try file.read()
            }
        }
    }

    @Test("says why it cannot be written, and leaves nothing behind")
    func unwritable() throws {
        let folder = try TemporaryFolder()
        let blocker = try folder.write([], to: "blocker")
        let failure = #expect(throws: StateFile.Failure.self) {
            try StateFile(path: "\(blocker)/interlude/a.json").write(Data("x".utf8))
        }
        #expect(failure?.description == "cannot be written: Not a directory")
        // A folder in its place, which root cannot replace either.
        try FileManager.default.createDirectory(
            atPath: folder.file("a.json/full"), withIntermediateDirectories: true)
        #expect(throws: StateFile.Failure.self) {
            try StateFile(path: folder.file("a.json")).write(Data("x".utf8))
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        #expect(names == ["a.json", "blocker"])
    }
}
