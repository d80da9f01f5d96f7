import TestFiles
import TestServers
import Testing

extension SoundServer {
    @Suite("programme frames at the monitor")
    struct ExactReturnTests {
        private struct Session {
            var outcome: Player.Outcome
            var runs: [CodedRun]
        }

        private static var pushTimes: [Int] {
            Peers.areLong ? (1...10).map { 28 * $0 - 20 } : [2, 5]
        }
        private static var duration: Int { Peers.areLong ? 300 : 8 }

        @Test("E2: outside breaks none is lost, doubled or changed, and a muted stream advances")
        func mute() async throws {
            let session = try await onThread { try Self.play("--break", "mute") }
            Self.checkPlayed(session)
            guard session.outcome.events.isExactAtOutput else { return }
            try Self.checkJoints(session)
            for (before, after) in zip(session.runs, session.runs.dropFirst()) {
                #expect(Self.shift(from: before, to: after) == 0)
            }
        }

        @Test("E1, E3: a held stream that resumes continues at the break's first frame")
        func hold() async throws {
            let session = try await onThread {
                try Self.play("--break", "hold", "--resume", "continue")
            }
            Self.checkPlayed(session)
            let events = session.outcome.events
            guard events.isExactAtOutput else { return }
            try Self.checkJoints(session)
            let breaks = zip(events.all("stream.held"), events.all("stream.resumed"))
            for ((before, after), (held, resumed)) in zip(
                zip(session.runs, session.runs.dropFirst()), breaks)
            {
                #expect(Self.shift(from: before, to: after) == resumed.frame - held.frame)
            }
        }

        /// Checks that the stream never ran dry, and every spot played.
        private static func checkPlayed(_ session: Session) {
            #expect(session.outcome.status == 0, "\(session.outcome.complaints)")
            #expect(session.outcome.events.droughts.isEmpty)
            #expect(session.outcome.events.all("session.reconnecting").isEmpty)
            #expect(session.outcome.events.all("slot.completed").count == pushTimes.count)
        }

        /// Checks for one run of the programme before, between and after the breaks without a loss.
        private static func checkJoints(_ session: Session) throws {
            try #require(
                session.runs.count == pushTimes.count + 1,
                "\(session.runs), \(session.outcome.log)")
            for (before, after) in zip(session.runs, session.runs.dropFirst()) {
                // The break, and at most a ramp on either side of it.
                let length = CodedSound.spot(1).frameCount
                #expect(length...length + 2 * 385 ~= after.first - before.end)
            }
        }

        /// For how many frames the programme stood still between two runs.
        private static func shift(from before: CodedRun, to after: CodedRun) -> Int {
            let expected = before.firstIndex + after.first - before.first
            let length = CodedSound.programme.frameCount
            return ((expected - after.firstIndex) % length + length) % length
        }

        private static func play(_ options: String...) throws -> Session {
            let folder = try TemporaryFolder()
            let spot = try CodedSound.spot(1).write(into: folder)
            let icecast = try PrivateIcecast(burstByteCount: 262_144)
            let source = try icecast.feed(
                CodedSound.programme.write(into: folder), to: "live.ogg", as: .oggFLAC)
            let server = try PrivatePulseAudio()
            let recording = try server.record()
            let player = try Player(
                icecast.address(of: "live.ogg"),
                ["--duration", "\(duration)s", "--match-loudness", "off"] + Peers.latency + options
                    + pushTimes.flatMap { ["--push", "\($0)s=\(spot)"] },
                on: server)
            let outcome = player.finish(within: .seconds(duration + 60))
            try source.kill()
            return Session(
                outcome: outcome, runs: [CodedRun](in: recording.stop(), of: [.programme]))
        }
    }
}
