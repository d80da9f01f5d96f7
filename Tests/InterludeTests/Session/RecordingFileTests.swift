import Foundation
import Glibc
import Interlude
import TestFiles
import Testing

@Suite("The file of a recording", .timeLimit(.minutes(1)))
struct RecordingFileTests {
    private static func mode(of path: String) throws -> mode_t {
        var state = stat()
        try #require(stat(path, &state) == 0)
        return state.st_mode & 0o7777
    }

    @Test(
        "belongs to its user alone, whatever was there before",
        arguments: [nil, 0o644, 0o666, 0o664, 0o600, 0o700] as [mode_t?])
    func mode(before: mode_t?) throws {
        let folder = try TemporaryFolder()
        let path = folder.file("recording")
        if let before {
            try folder.write([UInt8](repeating: 7, count: 100_000), to: "recording")
            #expect(chmod(path, before) == 0)
        }
        let recorder = try SessionRecorder(
            to: .file(path: path), SessionConfiguration(source: "a"))
        #expect(try Self.mode(of: path) == 0o600)
        #expect(recorder.failure == nil)
        let text = try Data(contentsOf: URL(filePath: path))
        #expect(!text.isEmpty && !text.contains(7), "\(text.count) bytes")
    }

    @Test("keeps its mode if it is a named pipe")
    func pipe() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("pipe")
        #expect(mkfifo(path, 0o600) == 0 && chmod(path, 0o644) == 0)
        let reader = open(path, O_RDWR | O_NONBLOCK)
        defer { close(reader) }
        let recorder = try SessionRecorder(
            to: .file(path: path), SessionConfiguration(source: "a"))
        #expect(recorder.failure == nil)
        #expect(try Self.mode(of: path) == 0o644)
        var bytes = [UInt8](repeating: 0, count: 4096)
        #expect(read(reader, &bytes, bytes.count) > 0)
    }

    @Test("may be a pipe of another program, such as /dev/stdout")
    func descriptor() throws {
        var ends: [Int32] = [-1, -1]
        try #require(Glibc.pipe(&ends) == 0)
        defer { for end in ends { close(end) } }
        let recorder = try SessionRecorder(
            to: .file(path: "/dev/fd/\(ends[1])"), SessionConfiguration(source: "a"))
        #expect(recorder.failure == nil)
        var bytes = [UInt8](repeating: 0, count: 4096)
        #expect(read(ends[0], &bytes, bytes.count) > 0)
    }

    @Test("is read in its first form, which named a warning about the schedule differently")
    func firstForm() throws {
        let line = Data(#"{"oddity":{"_0":"no pods"}}"#.utf8)
        let event = try JSONDecoder().decode(TruexServerEvent.self, from: line)
        #expect(event == .warning("no pods"))
    }
}
