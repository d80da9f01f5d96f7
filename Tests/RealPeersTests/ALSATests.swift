import Foundation
import TestFiles
import TestServers
import Testing

extension SoundServer {
    /// With ALSA's own plug-ins instead of a sound card.
    @Suite("a player at an ALSA device", .enabled(if: Peers.hasALSAPlugin))
    struct ALSATests {
        @Test("that can only append hears a break from its first sample to its last")
        func plugin() async throws {
            let (outcome, recording) = try await onThread {
                let folder = try TemporaryFolder()
                let server = try PrivatePulseAudio()
                let recording = try server.record()
                let outcome = try Self.play(folder, devices: Self.server(at: server))
                return (outcome, recording.stop())
            }
            #expect(outcome.status == 0, "\(outcome.complaints)")
            guard outcome.events.isExactAtOutput else { return }
            try Self.check(recording, outcome)
        }

        @Test("without a clock of its own gets all samples of a break, in time")
        func file() async throws {
            let (outcome, recording, seconds) = try await onThread {
                let folder = try TemporaryFolder()
                let file = folder.file("heard.raw")
                let start = ContinuousClock.now
                let outcome = try Self.play(
                    folder,
                    devices: """
                        pcm.nothing { type null }
                        pcm.test { type file slave.pcm nothing file "\(file)" format raw }
                        """)
                let bytes = try Data(contentsOf: URL(filePath: file))
                let samples = bytes.withUnsafeBytes { bytes in
                    (0..<bytes.count / 4).map {
                        bytes.loadUnaligned(fromByteOffset: 4 * $0, as: Float.self)
                    }
                }
                return (outcome, samples, ContinuousClock.now - start)
            }
            #expect(outcome.status == 0, "\(outcome.complaints)")
            try Self.check(recording, outcome)
            #expect(seconds > .seconds(4))
        }

        @Test("that is unknown says so at once, and ends with status 69")
        func unknown() async throws {
            let run = try await onThread {
                let folder = try TemporaryFolder()
                return try Command(
                    [
                        Player.executable, "play", Peers.sample("programme/programme.mp3"),
                        "--sink", "alsa:xyz", "--duration", "1s",
                    ],
                    environment: try Self.environment(folder, devices: ""), within: .seconds(60))
            }
            #expect(run.status == 69)
            let words =
                "there is no ALSA device 'xyz'; 'interlude sinks' lists those that are there"
            let lines = run.errors.split(separator: "\n").map(String.init)
            #expect(lines.contains("interlude: \(words); trying for 10 s"), "\(lines)")
            #expect(
                lines.last == "interlude: no sound device within 1 s: \(words)", "\(lines)")
        }

        @Test("is listed among the outputs")
        func listed() async throws {
            let run = try await onThread {
                let folder = try TemporaryFolder()
                let devices = """
                    pcm.cellar {
                        type null
                        hint { show on description "The cellar's speaker" }
                    }
                    """
                return try Command(
                    [Player.executable, "sinks"],
                    environment: try Self.environment(folder, devices: devices))
            }
            #expect(run.status == 0)
            #expect(run.output.contains("alsa:cellar\tThe cellar's speaker\n"), "\(run.output)")
        }

        @Test("whose sound server dies shows it, and plays again when that is back")
        func lost() async throws {
            let (outcome, recording) = try await onThread {
                let folder = try TemporaryFolder()
                let server = try PrivatePulseAudio()
                let player = try Player(
                    Peers.sample("programme/programme.mp3"), ["--sink", "alsa:test"],
                    with: try Self.environment(folder, devices: Self.server(at: server)))
                try player.wait(for: "session.playing")
                server.kill()
                try player.wait(for: "sink.lost")
                try server.restart()
                try player.wait(for: "sink.restored")
                let recording = try server.record()
                let isHeard = recording.wait { $0.contains { $0 != 0 } }
                player.interrupt()
                return (player.finish(within: .seconds(60)), isHeard)
            }
            #expect(outcome.status == 0, "\(outcome.complaints)")
            #expect(outcome.events.all("sink.lost").count == 1)
            #expect(recording)
        }

        @Test("says what is missing without ALSA's library")
        func missing() async throws {
            let run = try await onThread {
                let folder = try TemporaryFolder()
                try folder.write([], to: "libasound.so.2")
                return try Command(
                    [
                        Player.executable, "play", Peers.sample("programme/programme.mp3"),
                        "--sink", "alsa", "--duration", "1s",
                    ],
                    environment: [
                        "LD_LIBRARY_PATH": folder.path, "XDG_RUNTIME_DIR": folder.path,
                    ], within: .seconds(60))
            }
            #expect(run.status == 69)
            #expect(run.errors.contains("ALSA cannot be loaded: "), "\(run.errors)")
            #expect(run.errors.contains("apt-get install libasound2"), "\(run.errors)")
        }

        /// The configuration of a device that plays at `server`.
        private static func server(at server: PrivatePulseAudio) -> String {
            "pcm.test { type pulse server \"\(server.address)\" }"
        }

        /// An environment in which ALSA has these devices and no others.
        private static func environment(
            _ folder: TemporaryFolder, devices: String
        ) throws -> [String: String] {
            try folder.write(Array(devices.utf8), to: "asound.conf")
            return [
                "ALSA_CONFIG_PATH": folder.file("asound.conf"), "XDG_RUNTIME_DIR": folder.path,
                "PULSE_SERVER": "unix:\(folder.path)/none",
            ]
        }

        /// Plays five seconds of the coded programme with a spot to the device `test`. Blocks.
        private static func play(
            _ folder: TemporaryFolder, devices: String
        ) throws -> Player.Outcome {
            let spot = try CodedSound.spot(1).write(into: folder)
            let player = try Player(
                CodedSound.programme.write(into: folder),
                [
                    "--sink", "alsa:test", "--duration", "5s", "--match-loudness", "off",
                    "--push", "2s=\(spot)",
                ],
                with: try environment(folder, devices: devices))
            return player.finish(within: .seconds(120))
        }

        /// Checks every unfaded sample of the programme before and after the spot, and of the spot.
        private static func check(_ recording: [Float], _ outcome: Player.Outcome) throws {
            let runs = [CodedRun](in: recording, of: [.programme, .spot(1)])
            try #require(runs.map(\.sound) == [0, 1, 0], "\(runs), \(outcome.log)")
            // Where the stream is at the break: the output begins before the file is open.
            let started = try #require(outcome.events.all("stream.muted").first?.streamFrame)
            let lead = try #require(outcome.events.all("stream.muted").first?.frame) - started
            let length = CodedSound.spot(1).frameCount
            // The joints are ramps of 8 ms.
            let ramp = 385
            let origin = runs[0].first - runs[0].firstIndex
            #expect(runs[0].firstIndex <= ramp)
            #expect(runs[1].first - runs[1].firstIndex == origin + started)
            #expect(runs[1].firstIndex <= ramp && runs[1].endIndex >= length - ramp)
            #expect(runs[2].first - runs[2].firstIndex == origin)
            #expect(runs[2].first - origin - started - length <= ramp)
            #expect(runs[2].endIndex >= 5 * CodedSound.rate - lead - ramp)
        }
    }
}
