import Interlude
import MediaTime
import TestServers
import Testing

/// What a station notices of a listener who pauses, in virtual time.
@Suite("A live stream in a pause", .timeLimit(.minutes(2)))
struct LongPauseTests {
    /// Frames before the connection that breaks off, in whole packets of a WAV file.
    private static let part = 128 * 512
    private static let end = 750 * 512

    private static func answer(_ frames: Range<Int>) -> [FaultServer.Step] {
        let samples = MadeStreams.index[(2 * frames.lowerBound)..<(2 * frames.upperBound)]
        return [
            .head("200 OK", "Content-Type: audio/wav", "icy-name: test"),
            .send(WAVBytes.header()), .send(WAVBytes.body(samples)),
        ]
    }

    /// Plays two seconds of a stream with a pause of three seconds between them. In a pause, virtual
    /// time waits for the stream.
    private static func play(_ server: FaultServer) async throws -> Outcome {
        var played = PlayedSource(server.address("/live"))
            .at(48_000, .pause).at(192_000, .unpause)
        played.giveUp = .seconds(60)
        played.configuration.duration = .frames(235_200)
        return try await played.run()
    }

    private static func expectPause(in outcome: Outcome) throws {
        let start = try #require(outcome.values("streamFrame", of: "session.playing").first)
        let place = try #require(Int(start)) + 48_000
        #expect(outcome.frames(of: "session.paused").first == 48_000)
        #expect(outcome.values("streamFrame", of: "session.playing").last == "\(place)")
        // Up to the place where the connection broke off.
        let heard = 192_000 + 384..<192_000 + part - 50_000
        #expect(outcome.sound[heard] == Sound.stream(place + 384, count: heard.count))
    }

    @Test("F15: keeps its connection, so that the station has no new listener to greet")
    func kept() async throws {
        let server = FaultServer { _, _ in Self.answer(0..<Self.end) + [.stall] }
        defer { server.stop() }
        let outcome = try await Self.play(server)
        #expect(server.requests.count == 1)
        #expect(outcome.frames(of: "session.reconnecting").isEmpty)
        try Self.expectPause(in: outcome)
    }

    @Test("F14: is requested again if the station drops the connection, and goes on as it was")
    func dropped() async throws {
        let server = FaultServer { _, index in
            index == 0
                ? Self.answer(0..<Self.part) : Self.answer(Self.part..<Self.end) + [.stall]
        }
        defer { server.stop() }
        let outcome = try await Self.play(server)
        #expect(server.requests.count == 2)
        #expect(outcome.end == .asked)
        try Self.expectPause(in: outcome)
    }
}
