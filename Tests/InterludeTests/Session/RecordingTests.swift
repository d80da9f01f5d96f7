import Interlude
import MediaTime
import TestServers
import Testing

@Suite("A recording at an address", .timeLimit(.minutes(1)))
struct RecordingTests {
    private static let frameCount = 16 * FrameTime.rate
    private static let file = WAVBytes.file(Array(MadeStreams.index[..<(2 * frameCount)]))

    @Test("a seek continues at exactly that frame, even beyond the fetched part")
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

    /// The beginning of the file; the rest never arrives.
    private static func broken(after frameCount: Int) -> [FaultServer.Step] {
        let count = WAVBytes.header().count + 8 * frameCount
        return [
            .head("200 OK", "Content-Type: audio/wav", "Content-Length: \(file.count)"),
            .send(Array(file[..<count])),
        ]
    }

    @Test("a recording that breaks off for good plays up to there, and the session has failed")
    func broken() async throws {
        let count = 750 * 512
        let server = FaultServer { _, _ in Self.broken(after: count) }
        defer { server.stop() }
        let outcome = try await PlayedSource(server.address("/a.wav")).run()
        let heard = outcome.sound.frameCount
        #expect(heard > 0 && outcome.sound == Sound.stream(0, count: heard))
        #expect(outcome.failureKind == .unreachable, "\(outcome.end)")
        #expect(outcome.frames(of: "session.lost").count == 1)
        #expect(try outcome.replayed() == outcome.log)
    }

    @Test("a recording that breaks off before its first audio is reported as unreachable")
    func brokenAtOnce() async throws {
        let server = FaultServer { _, _ in Self.broken(after: 0) }
        defer { server.stop() }
        let outcome = try await PlayedSource(server.address("/a.wav")).run()
        #expect(outcome.failureKind == .unreachable, "\(outcome.end)")
        #expect(outcome.sound.frameCount == 0)
    }
}
