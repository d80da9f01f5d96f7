import Interlude
import MediaTime
import TestServers
import Testing

@Suite("A recording at an address", .timeLimit(.minutes(1)))
struct RecordingTests {
    private static let frameCount = 16 * FrameTime.rate
    private static let file = WAVBytes.file(Array(MadeStreams.index[..<(2 * frameCount)]))

    @Test("a seek goes on with exactly that frame, also beyond what was fetched")
    func seek() async throws {
        let server = FaultServer { _, _ in .answer(Self.file, type: "audio/wav") }
        defer { server.stop() }
        let outcome = try await PlayedSource(server.address("/a.wav"))
            .at(24_000, .seek(.seconds(12))).run()
        #expect(outcome.values("streamFrame", of: "stream.shifted") == ["576000"])
        let end = 24_000 + Self.frameCount - 576_000
        #expect(outcome.sound.frameCount == end)
        #expect(outcome.sound[24_384..<end] == Sound.stream(576_384, count: end - 24_384))
        #expect(outcome.end == .asked)
    }
}
