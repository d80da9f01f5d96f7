import TestFiles
import TestServers
import Testing

extension SoundServer {
    @Suite("a player and its sound device")
    struct NoSoundDeviceTests {
        private static let programme = Peers.sample("programme/programme.mp3")

        @Test(
            "says so at once, and ends with status 69",
            arguments: [
                (["--duration", "1s"], 1), ([], 10),
                (["--give-up", "0", "--duration", "1s"], 1),
            ])
        func never(options: [String], seconds: Int) async throws {
            let run = try await onThread {
                let folder = try TemporaryFolder()
                return try Command(
                    [Player.executable, "play", Self.programme, "--sink", "pulse"] + options,
                    environment: [
                        "PULSE_SERVER": "unix:\(folder.path)/native",
                        "XDG_RUNTIME_DIR": folder.path,
                    ],
                    within: .seconds(60))
            }
            #expect(run.status == 69)
            let lines = run.errors.split(separator: "\n").map(String.init)
            let limit = options.contains("--give-up") ? "until it is there" : "for 10 s"
            #expect(lines.contains { $0.hasSuffix("trying \(limit)") }, "\(lines)")
            #expect(lines.contains { $0.hasPrefix("no sound device") }, "\(lines)")
            let words = "interlude: no sound device within \(seconds) s: "
            #expect(lines.last?.hasPrefix(words) == true, "\(lines)")
        }

        @Test("begins when the sound server comes within the limit")
        func later() async throws {
            let outcome = try await onThread {
                let server = try PrivatePulseAudio()
                server.kill()
                let player = try Player(Self.programme, ["--give-up", "0"], on: server)
                try player.wait(for: "sink.lost")
                try server.restart()
                try player.wait(for: "session.playing")
                player.interrupt()
                return player.finish(within: .seconds(60))
            }
            #expect(outcome.status == 0, "\(outcome.complaints)")
        }

        @Test("shows it when the server dies, and when it is back")
        func killed() async throws {
            let (states, outcome) = try await onThread {
                let server = try PrivatePulseAudio()
                let player = try Player(Self.programme, [], on: server)
                try player.waitUntilShown("playing")
                server.kill()
                try player.waitUntilShown("playing", "no sound device")
                let lost = try player.control("status").output
                try server.restart()
                try player.waitUntilShown("no sound device", "the sound device is back", "playing")
                let back = try player.control("status").output
                player.interrupt()
                return ([lost, back], player.finish(within: .seconds(60)))
            }
            #expect(states[0].contains(#""state":"sinkLost""#), "\(states[0])")
            #expect(states[1].contains(#""state":"playing""#), "\(states[1])")
            #expect(outcome.status == 0, "\(outcome.complaints)")
        }

        @Test("names another player that is heard at the same output")
        func two() async throws {
            let second = try await onThread {
                let server = try PrivatePulseAudio()
                let first = try Player(Self.programme, [], on: server)
                try first.wait(for: "session.playing")
                let command = [Player.executable, "play", Self.programme, "--sink", "pulse"]
                let second = try Command(
                    command + ["--duration", "3s"],
                    environment: [
                        "PULSE_SERVER": server.address, "XDG_RUNTIME_DIR": first.folder.path,
                    ],
                    within: .seconds(60))
                first.interrupt()
                _ = first.finish(within: .seconds(60))
                return second
            }
            #expect(second.status == 0)
            let words = "already plays \(Self.programme) to this output, so both are heard"
            #expect(second.errors.contains(words), "\(second.errors)")
        }

        @Test("ends after its duration if the server does not come back")
        func gone() async throws {
            let outcome = try await onThread {
                let server = try PrivatePulseAudio()
                let player = try Player(Self.programme, ["--duration", "4s"], on: server)
                try player.wait(for: "session.playing")
                server.kill()
                return player.finish(within: .seconds(60))
            }
            #expect(outcome.status == 0, "\(outcome.complaints)")
            #expect(outcome.events.all("sink.lost").count == 1)
        }
    }
}
