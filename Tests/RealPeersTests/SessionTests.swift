import TestServers
import Testing

extension SoundServer {
    @Suite("a session")
    struct SessionTests {
        @Test("a spot's time is frozen while the sound server is gone, and it ends once")
        func killedInSpot() async throws {
            let outcome = try await onThread {
                let server = try PrivatePulseAudio()
                let stage = try Stage(on: server)
                let player = try stage.play(["--duration", "9s", "--push", "2s=\(stage.spots)"])
                try player.wait(for: "slot.started")
                server.kill()
                try player.wait(for: "sink.lost")
                try server.restart()
                try player.wait(for: "sink.restored")
                return player.finish(within: .seconds(60))
            }
            #expect(outcome.status == 0, "\(outcome.complaints)")
            let events = outcome.events
            #expect(events.all("sink.lost").count == 1)
            #expect(events.all("sink.restored").count == 1)
            #expect(events.all("slot.completed").count == 2)
            let starts = events.all("slot.started").map(\.frame)
            let ends = events.all("slot.completed").map(\.frame)
            // Counted in output frames; none passed meanwhile.
            #expect(zip(starts, ends).map { $1 - $0 } == [72_000, 72_000], "\(outcome.log)")
        }

        @Test("a replay of commands and network events gives the same event log")
        func replay() async throws {
            let (outcome, replayed) = try await onThread {
                let server = try PrivatePulseAudio()
                let stage = try Stage(on: server)
                let record = stage.folder.file("session.record")
                let player = try stage.play(["--record", record])
                try player.wait(for: "session.playing")
                try player.control("push", stage.firstSpot)
                try player.wait(for: "stream.resumed")
                stage.source.freeze()
                try player.wait(for: "stream.underrun")
                stage.source.thaw()
                try player.wait(for: "session.playing", count: 2)
                try player.control("pause")
                try player.waitUntilShown("paused")
                try player.control("resume")
                try player.waitUntilShown("paused", "playing")
                try player.control("push", stage.firstSpot)
                try player.wait(for: "stream.resumed", count: 2)
                try player.control("stop")
                let outcome = player.finish(within: .seconds(60))
                return (outcome, try Command([Player.executable, "replay", record]))
            }
            #expect(outcome.status == 0, "\(outcome.complaints)")
            #expect(outcome.events.all("slot.completed").count == 2)
            #expect(replayed.status == 0)
            #expect(replayed.output == outcome.log)
        }
    }
}
