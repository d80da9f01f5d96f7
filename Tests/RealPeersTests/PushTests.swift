import TestFiles
import TestServers
import Testing

extension SoundServer {
    @Suite("pushes into a stream from Icecast")
    struct PushTests {
        private struct Session {
            var outcome: Player.Outcome
            var runs: [CodedRun]
        }

        /// The times of the pushes of two spots each, and the length of the session, in seconds.
        private static var pushTimes: [Int] {
            Peers.areLong ? (1...10).map { 28 * $0 - 20 } : [2, 6]
        }
        private static var duration: Int { Peers.areLong ? 300 : 12 }

        @Test("play every spot whole, once, and without a gap")
        func pushes() async throws {
            let session = try await onThread { try Self.play() }
            #expect(session.outcome.status == 0, "\(session.outcome.complaints)")
            let events = session.outcome.events
            #expect(events.droughts.isEmpty)
            #expect(events.all("session.reconnecting").isEmpty)
            #expect(events.all("session.playing").count == 1)
            #expect(events.all("slot.completed").count == 2 * Self.pushTimes.count)
            for (before, after) in zip(session.runs, session.runs.dropFirst())
            where before.sound == after.sound {
                #expect(after.firstIndex >= before.endIndex, "\(session.runs)")
            }
            guard events.isExactAtOutput else { return }
            try #require(session.runs.count == 2 * Self.pushTimes.count, "\(session.runs)")
            for pair in stride(from: 0, to: session.runs.count - 1, by: 2) {
                let (first, second) = (session.runs[pair], session.runs[pair + 1])
                #expect((first.sound, second.sound) == (1, 2))
                #expect(first.firstIndex <= Self.ramp)
                #expect(first.endIndex == CodedSound.spot(1).frameCount)
                #expect(second.first == first.end)
                #expect(second.firstIndex == 0)
                #expect(second.endIndex >= CodedSound.spot(2).frameCount - Self.ramp)
            }
        }

        /// Frames of the ramps at a break's ends (8 ms), which are changed.
        private static let ramp = 385

        private static func play() throws -> Session {
            let folder = try TemporaryFolder()
            let spots = [CodedSound.spot(1), .spot(2)]
            let files = try spots.map { try $0.write(into: folder) }.joined(separator: ",")
            let icecast = try PrivateIcecast()
            let source = try icecast.feed(
                Peers.sample("programme/programme.mp3"), to: "live.mp3", as: .mp3)
            let server = try PrivatePulseAudio()
            let recording = try server.record()
            let player = try Player(
                icecast.address(of: "live.mp3"),
                ["--duration", "\(duration)s", "--match-loudness", "off"] + Peers.latency
                    + pushTimes.flatMap { ["--push", "\($0)s=\(files)"] },
                on: server)
            let outcome = player.finish(within: .seconds(duration + 60))
            try source.kill()
            return Session(outcome: outcome, runs: [CodedRun](in: recording.stop(), of: spots))
        }
    }
}
