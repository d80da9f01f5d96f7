import Foundation
import TestFiles
import TestServers
import Testing

/// The rows of `--sink icecast:`, against a real server.
@Suite("The mix for listeners of Icecast", .enabled(if: PrivateIcecast.isInstalled))
struct RestreamTests {
    @Test("as FLAC has each spot at the exact sample of the event log")
    func exact() async throws {
        let (outcome, bytes) = try await onThread {
            let stage = try RestreamStage()
            // Left has the number of the frame, right the sound.
            let programme = try stage.sound("programme", frameCount: 480_000) { frame in
                (Int16(frame % RestreamStage.period), RestreamStage.programmeMark)
            }
            let spot = try stage.sound("spot", frameCount: 24_000) { frame in
                (Int16(frame), RestreamStage.spotMark)
            }
            let player = try stage.play(programme, to: "live.flac", ["--push", "2s=\(spot)"])
            try player.wait(for: "slot.started")
            let bytes = try stage.fetch("live.flac")
            return (player.finish(within: .seconds(60)), bytes)
        }
        #expect(outcome.status == 0, "\(outcome.complaints)")
        let heard = try FFmpegDecoding(of: bytes, as: "ogg").samples
        let frames = stride(from: 0, to: heard.count - 1, by: 2).map { place in
            (Int(heard[place] * 32_768), Int(heard[place + 1] * 32_768))
        }
        // Beside the ramps, which change frames.
        let programme = try #require(
            frames.firstIndex { $0.1 == Int(RestreamStage.programmeMark) && $0.0 > 0 })
        let spot = try #require(
            frames.firstIndex { $0.1 == Int(RestreamStage.spotMark) && $0.0 > 0 })
        #expect(programme < spot)
        let playing = try #require(outcome.events.all("session.playing").first)
        let started = try #require(outcome.events.all("slot.started").first)
        let distance = (spot - frames[spot].0) - (programme - frames[programme].0)
        let logged = started.frame - playing.frame + (playing.streamFrame ?? 0)
        #expect((distance - logged) % RestreamStage.period == 0, "\(outcome.log)")
    }

    @Test("as MP3 has spots within a frame of the event log, and their titles")
    func titled() async throws {
        let (outcome, bytes, titles) = try await onThread {
            let stage = try RestreamStage()
            // The programme is on the left, the spot on the right.
            let programme = try stage.sound("programme", frameCount: 480_000) { frame in
                (RestreamStage.tone(frame), 0)
            }
            let spot = try stage.sound("spot", frameCount: 48_000) { frame in
                (0, RestreamStage.tone(frame))
            }
            let advertisement = try stage.folder.write(
                #"{"url": "\#(spot)", "title": "Ferry & Co"}"#.utf8, to: "spot.json")
            let player = try stage.play(
                programme, to: "live.mp3", ["--push", "2s=\(advertisement)"])
            try player.wait(for: "session.playing")
            let titled = stage.listen(to: "live.mp3", "-H", "Icy-MetaData: 1")
            try titled.start()
            let bytes = try stage.fetch("live.mp3")
            _ = titled.wait(atMost: .seconds(30))
            return (
                player.finish(within: .seconds(60)), bytes,
                RestreamStage.titles(in: try stage.bytes(from: "live.mp3", titled: true))
            )
        }
        #expect(outcome.status == 0, "\(outcome.complaints)")
        let heard = try FFmpegDecoding(of: bytes, as: "mp3").samples
        let left = try #require(heard.indices.first { $0 % 2 == 0 && abs(heard[$0]) > 0.1 })
        let right = try #require(heard.indices.first { $0 % 2 == 1 && abs(heard[$0]) > 0.1 })
        let playing = try #require(outcome.events.all("session.playing").first)
        let started = try #require(outcome.events.all("slot.started").first)
        #expect(abs((right - left) / 2 - (started.frame - playing.frame)) <= 1152)
        let change = titles.drop { $0 != "Ferry & Co" }
        #expect(change.first == "Ferry & Co", "\(titles)")
        #expect(change.contains { $0 != "Ferry & Co" }, "\(titles)")
    }

    @Test("begins again after the server was lost, and output time goes on meanwhile")
    func lost() async throws {
        let outcome = try await onThread {
            let stage = try RestreamStage()
            let player = try stage.play(
                Peers.sample("programme/programme.mp3"), to: "live.opus", [], duration: nil)
            try player.wait(for: "session.playing")
            stage.icecast.kill()
            try player.wait(for: "sink.lost")
            try stage.icecast.restart()
            try player.wait(for: "sink.restored")
            player.interrupt()
            return player.finish(within: .seconds(60))
        }
        #expect(outcome.status == 0, "\(outcome.complaints)")
        let lost = try #require(outcome.events.all("sink.lost").first)
        let restored = try #require(outcome.events.all("sink.restored").first)
        // The first try is half a second later.
        #expect(restored.frame - lost.frame > 12_000, "\(outcome.log)")
        #expect(outcome.events.droughts.isEmpty, "\(outcome.log)")
    }

    @Test("is not begun without a server, or with a wrong password, which is not shown")
    func refused() async throws {
        try await onThread {
            let icecast = try PrivateIcecast()
            let file = Peers.sample("programme/programme.mp3")
            let wrong = icecast.sourceAddress(of: "live.mp3", password: "seKret")
            let run = try CommandRun(["play", file, "--sink", "icecast:\(wrong)"])
            #expect(run.status == 69, "\(run.lines)")
            #expect(run.lines.last?.contains("refuses this source") == true, "\(run.lines)")
            #expect(!run.lines.joined().contains("seKret"), "\(run.lines)")
            icecast.kill()
            let gone = try CommandRun(["play", file, "--sink", "icecast:\(wrong)"])
            #expect(gone.status == 69, "\(gone.lines)")
            #expect(gone.lines.last?.contains("cannot be reached") == true, "\(gone.lines)")
        }
    }
}
