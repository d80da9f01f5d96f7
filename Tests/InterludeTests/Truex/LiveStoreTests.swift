import AudioSinks
import Foundation
import HTTPAccess
import Interlude
import MediaTime
import TestServers
import Testing

@Suite("Pods in what is kept of a live stream over HTTP")
struct LiveStoreTests {
    /// A live mount that sends so many frames of ``MadeStreams`` and then nothing.
    private static func mount(frames frameCount: Int) -> FaultServer {
        let body = WAVBytes.body(MadeStreams.index[..<(2 * frameCount)])
        return FaultServer { _, _ in
            [
                .head("200 OK", "Content-Type: audio/wav", "icy-name: test"),
                .send(WAVBytes.header()), .send(body), .stall,
            ]
        }
    }

    @Test(
        "are left on exactly the first sample after them, and without a credit after the placeholder"
    )
    func landings() async throws {
        let server = Self.mount(frames: 1_024_000)
        defer { server.stop() }
        for (viewer, back, target) in [
            ("opt-in@1000ms,interact@2000ms,done@8000ms", 672_000, 432_000),
            ("opt-out@1000ms", 336_000, 336_000),
        ] {
            var course = try PodCourse(server.address("/live"), pods: [288_000], viewer: viewer)
            course.configuration.duration = .seconds(17)
            course.isFromNetwork = true
            let outcome = try await course.run()
            #expect(outcome.frames(of: "stream.held") == [288_000])
            #expect(outcome.frames(of: "stream.resumed") == [back])
            #expect(outcome.values("streamFrame", of: "stream.resumed") == ["\(target)"])
            #expect(outcome.sound[384..<288_000] == Sound.stream(384, count: 288_000 - 384))
            #expect(
                outcome.sound[back + 384..<816_000]
                    == Sound.stream(target + 384, count: 816_000 - back - 384))
            #expect(try outcome.replayed() == outcome.log)
        }
    }
}
