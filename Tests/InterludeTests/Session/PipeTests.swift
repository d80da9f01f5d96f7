import Foundation
import Interlude
import MediaTime
import TestFiles
import TestServers
import Testing

@Suite("A named pipe as a source", .timeLimit(.minutes(1)))
struct PipeTests {
    private static let frameCount = 2 * FrameTime.rate
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.file("pipe")
        #expect(mkfifo(path, 0o600) == 0)
    }

    @Test("plays from its first byte to its last, and cannot be sought in")
    func heard() async throws {
        let path = path
        let bytes = WAVBytes.file(Array(MadeStreams.index[..<(2 * Self.frameCount)]))
        async let written = onThread {
            let writer = open(path, O_WRONLY)
            defer { close(writer) }
            // More than a pipe holds, so it is written as it is read.
            return bytes.withUnsafeBytes { write(writer, $0.baseAddress, $0.count) }
        }
        let outcome = try await PlayedSource(path).at(24_000, .seek(.seconds(1))).run()
        #expect(try await written == bytes.count)
        #expect(outcome.sound == Sound.stream(0, count: Self.frameCount))
        #expect(outcome.end == .asked)
    }

    @Test("without a writer delays no command")
    func silent() async throws {
        let session = AudioSession(
            SessionConfiguration(source: path), output: AudioOutput(.null))
        try session.play()
        #expect(await session.send(.stop) == .accepted)
        #expect(await session.ended() == .asked)
    }
}
