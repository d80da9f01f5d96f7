import Interlude
import MediaTime
import TestServers
import Testing

@Suite("A seek past the end of a file", .timeLimit(.minutes(1)))
struct SeekPastEndTests {
    private static let frameCount = 4 * FrameTime.rate
    private static let file = WAVBytes.file(Array(MadeStreams.index[..<(2 * frameCount)]))

    @Test(
        "leaves the stream where it is, and says where the file ends",
        arguments: [Duration.seconds(4), .seconds(5), .seconds(36_000_000), .seconds(900_000_000)])
    func stays(time: Duration) async throws {
        let server = FaultServer { _, _ in .answer(Self.file, type: "audio/wav") }
        defer { server.stop() }
        let outcome = try await PlayedSource(server.address("/a.wav"))
            .at(24_000, .seek(time)).run()
        #expect(outcome.frames(of: "stream.shifted").isEmpty)
        #expect(outcome.sound == Sound.stream(0, count: Self.frameCount))
        let warnings = outcome.values("reason", of: "session.warning")
        #expect(warnings.contains { $0.contains("the file ends at 4.0 s") }, "\(warnings)")
        #expect(outcome.end == .asked)
        #expect(try outcome.replayed() == outcome.log)
    }
}
