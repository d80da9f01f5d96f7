import TestFiles
import TestServers
import TestSignals
import Testing

@Suite("Connections that break off while the station continues", .enabled(if: Peers.areInstalled))
struct SpliceTests {
    private struct Session {
        var outcome: Player.Outcome
        var runs: [CodedRun]
    }

    @Test("lose and repeat no frame if the station sends its past again")
    func covered() async throws {
        let session = try await onThread {
            try Self.play(burstByteCount: 1 << 20) { player, relay in
                for count in 1...3 {
                    relay.cut()
                    try player.wait(for: "session.reconnecting", count: count)
                    try player.wait(for: "session.playing", count: count + 1)
                }
            }
        }
        #expect(session.outcome.status == 0, "\(session.outcome.complaints)")
        #expect(
            session.outcome.events.all("stream.discontinuity").isEmpty, "\(session.outcome.log)")
        #expect(
            session.outcome.events.all("session.buffering").count == 1, "\(session.outcome.log)")
        #expect(session.runs.count == 1, "\(session.runs)")
    }

    @Test("lose nothing over TLS either")
    func secure() async throws {
        let session = try await onThread {
            try Self.play(burstByteCount: 1 << 20, over: Certificate(for: "IP:127.0.0.1")) {
                player, relay in
                relay.cut()
                try player.wait(for: "session.reconnecting")
                try player.wait(for: "session.playing", count: 2)
            }
        }
        #expect(session.outcome.status == 0, "\(session.outcome.complaints)")
        #expect(
            session.outcome.events.all("stream.discontinuity").isEmpty, "\(session.outcome.log)")
        #expect(session.runs.count == 1, "\(session.runs)")
    }

    @Test("end before there is silence if they stall without closing")
    func stalled() async throws {
        let session = try await onThread {
            try Self.play(burstByteCount: 1 << 20) { player, relay in
                relay.freeze()
                try player.wait(for: "session.reconnecting")
                try player.wait(for: "session.playing", count: 2)
            }
        }
        #expect(session.outcome.status == 0, "\(session.outcome.complaints)")
        #expect(
            session.outcome.events.all("stream.discontinuity").isEmpty, "\(session.outcome.log)")
        #expect(
            session.outcome.events.all("session.buffering").count == 1, "\(session.outcome.log)")
        #expect(session.runs.count == 1, "\(session.runs)")
    }

    @Test("lose only the time in between if it does not, which is reported")
    func uncovered() async throws {
        let session = try await onThread {
            try Self.play(burstByteCount: 0) { player, relay in
                relay.cut()
                try player.wait(for: "session.reconnecting")
                try player.wait(for: "stream.discontinuity")
            }
        }
        #expect(session.outcome.status == 0, "\(session.outcome.complaints)")
        try #require(session.runs.count >= 2, "\(session.runs)")
        let events = session.outcome.events
        let left = try #require(events.all("session.reconnecting").first)
        let back = try #require(events.all("stream.discontinuity").first)
        for (before, after) in zip(session.runs, session.runs.dropFirst()) {
            let lost = after.firstIndex - before.endIndex
            // Some pages were in transit, and the last 10 ms before the gap are faded. A busy machine
            // takes longer to connect again.
            let most = 2 * 48_000 + max(0, back.frame - left.frame)
            #expect((0..<most).contains(lost), "\(session.runs)")
        }
    }

    /// Plays the programme through a relay, runs `disturb` on it, and returns the rendered audio.
    private static func play(
        burstByteCount: Int, over certificate: Certificate? = nil,
        _ disturb: (Player, Relay) throws -> Void
    ) throws -> Session {
        let folder = try TemporaryFolder()
        let icecast = try PrivateIcecast(
            burstByteCount: burstByteCount, certificate: certificate)
        let source = try icecast.feed(
            CodedSound.programme.write(into: folder), to: "live.ogg", as: .oggFLAC)
        let relay = Relay(toPort: icecast.securePort ?? icecast.port)
        defer { relay.stop() }
        let recording = folder.file("heard.wav")
        let scheme = certificate == nil ? "http" : "https"
        let player = try Player(
            "\(scheme)://127.0.0.1:\(relay.port)/live.ogg", ["--sink", "wav:\(recording)"],
            trusting: certificate)
        try player.wait(for: "session.playing")
        try disturb(player, relay)
        try player.control("stop")
        let outcome = player.finish(within: .seconds(60))
        try source.kill()
        let samples = try WAVFile(path: recording).floats
        return Session(outcome: outcome, runs: [CodedRun](in: samples, of: [.programme]))
    }
}
