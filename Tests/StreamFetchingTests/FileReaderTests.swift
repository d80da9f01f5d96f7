import Foundation
import StreamFetching
import TestFiles
import TestServers
import Testing

@Suite("Readers of files and memory", .timeLimit(.minutes(1)))
struct FileReaderTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private static let bytes = (0..<5000).map { UInt8(truncatingIfNeeded: $0) }

    private func readers() throws -> [any ByteReader] {
        [
            try FileByteReader(path: try folder.write(Self.bytes, to: "bytes")),
            MemoryByteReader(Self.bytes),
        ]
    }

    @Test("all bytes arrive in order, and their number is known")
    func reading() throws {
        for reader in try readers() {
            #expect(reader.size == 5000)
            #expect(try reader.readAll(by: 333) == Self.bytes)
            #expect(try reader.readOnce(10) == [])
        }
    }

    @Test("reading continues at any byte, but not outside")
    func seeking() throws {
        for reader in try readers() {
            #expect(reader.seek(to: 4990))
            #expect(try reader.readAll() == Array(Self.bytes[4990...]))
            #expect(reader.seek(to: 3))
            #expect(!reader.seek(to: 5001))
            #expect(!reader.seek(to: -1))
            #expect(try reader.readOnce(2) == [3, 4])
        }
    }

    @Test("after cancellation nothing is read")
    func cancelling() throws {
        for reader in try readers() {
            reader.cancel()
            #expect(throws: CancellationError.self) { try reader.readOnce(1) }
        }
    }

    @Test("a named pipe without a writer opens at once, and a read of it can be cancelled")
    func pipeWithoutWriter() async throws {
        let path = folder.file("pipe")
        #expect(mkfifo(path, 0o600) == 0)
        let reader = try FileByteReader(path: path)
        let waiting = Task { try await onThread { try reader.readOnce(1) } }
        reader.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
    }

    @Test("a named pipe is read from its first writer's first byte to the last writer's end")
    func pipeWithWriter() async throws {
        let path = folder.file("pipe")
        #expect(mkfifo(path, 0o600) == 0)
        let place = try StreamFetching.SourceLocation(parsing: path)
        #expect(try place.followingLocalPlaylists() == [place])
        let reader = try FileByteReader(path: path)
        async let bytes = onThread { try reader.readAll(by: 333) }
        let writer = open(path, O_WRONLY)
        #expect(write(writer, Self.bytes, Self.bytes.count) == Self.bytes.count)
        close(writer)
        #expect(try await bytes == Self.bytes)
    }

    @Test("a named pipe has no size, and a waiting read of it can be cancelled")
    func namedPipe() async throws {
        let path = folder.file("pipe")
        #expect(mkfifo(path, 0o600) == 0)
        let writer = open(path, O_RDWR)
        defer { close(writer) }
        let reader = try FileByteReader(path: path)
        #expect(reader.size == nil)
        #expect(!reader.seek(to: 0))
        #expect(write(writer, [7, 8] as [UInt8], 2) == 2)
        #expect(try reader.readOnce(10) == [7, 8])
        let waiting = Task { try await onThread { try reader.readOnce(1) } }
        reader.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
    }

    @Test("a file that cannot be opened is reported in one line")
    func errors() throws {
        let missing = folder.file("none")
        #expect(throws: SourceError.missing(missing)) { try FileByteReader(path: missing) }
        #expect(throws: SourceError.folder(folder.path)) {
            try FileByteReader(path: folder.path)
        }
    }
}
