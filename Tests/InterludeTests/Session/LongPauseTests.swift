import Interlude
import MediaTime
import TestServers
import Testing

/// What a station notices of a listener who pauses, in virtual time.
@Suite("A live stream in a pause", .timeLimit(.minutes(2)))
struct LongPauseTests {
    /// The frames that are sent before the pause, in whole packets of a WAV file. In a pause, virtual
    /// time goes on as more of the stream arrives.
    private static let part = 128 * 512
    private static let end = 750 * 512

    private static let head: [FaultServer.Step] = [
        .head("200 OK", "Content-Type: audio/wav", "icy-name: test"), .send(WAVBytes.header()),
    ]

    private static func body(_ frames: Range<Int>) -> FaultServer.Step {
        .send(WAVBytes.body(MadeStreams.index[(2 * frames.lowerBound)..<(2 * frames.upperBound)]))
    }

    /// Plays two seconds of a stream with a pause of three seconds between them. Opens `isPaused` when
    /// the pause was requested.
    private static func play(_ server: FaultServer, _ isPaused: Gate) async throws -> Outcome {
        var played = PlayedSource(server.address("/live"))
            .at(48_000, .pause).at(192_000, .unpause)
        played.giveUp = .seconds(60)
        played.opener = GateOpener(isPaused, in: .pausing)
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
        let isPaused = Gate()
        let server = FaultServer { _, _ in
            Self.head + [
                Self.body(0..<Self.part), .wait(isPaused), Self.body(Self.part..<Self.end), .stall,
            ]
        }
        defer { server.stop() }
        let outcome = try await Self.play(server, isPaused)
        #expect(server.requests.count == 1)
        #expect(outcome.frames(of: "session.reconnecting").isEmpty)
        try Self.expectPause(in: outcome)
    }

    @Test("F14: is requested again if the station drops the connection, and goes on as it was")
    func dropped() async throws {
        let isPaused = Gate()
        let server = FaultServer { _, index in
            index == 0
                ? Self.head + [Self.body(0..<Self.part), .wait(isPaused)]
                : Self.head + [Self.body(Self.part..<Self.end), .stall]
        }
        defer { server.stop() }
        let outcome = try await Self.play(server, isPaused)
        #expect(server.requests.count == 2)
        #expect(outcome.end == .asked)
        try Self.expectPause(in: outcome)
    }
}
