import Foundation
import TestServers
import Testing

@Suite("Mounts of Icecast", .enabled(if: Peers.areInstalled))
struct MountTests {
    struct Mount: Sendable, CustomTestStringConvertible {
        let name: String
        let form: IcecastSource.Form

        var testDescription: String { name }
    }

    @Test(
        "play each codec without an underrun, and show its title",
        arguments: [
            Mount(name: "programme.mp3", form: .mp3), Mount(name: "programme.aac", form: .aac),
        ])
    func titled(_ mount: Mount) async throws {
        let (outcome, status) = try await onThread {
            let icecast = try PrivateIcecast()
            let source = try icecast.feed(
                Peers.sample("programme/\(mount.name)"), to: mount.name, as: mount.form)
            let player = try Player(icecast.address(of: mount.name), [])
            try player.wait(for: "session.playing")
            #expect(icecast.setTitle("Tide & Weather", of: mount.name))
            try player.waitUntilShown("Tide & Weather")
            let status = try player.control("status").output
            try player.control("stop")
            let outcome = player.finish(within: .seconds(60))
            try source.kill()
            return (outcome, status)
        }
        #expect(outcome.status == 0, "\(outcome.complaints)")
        #expect(status.contains("Tide & Weather"), "\(status)")
        #expect(outcome.events.droughts.isEmpty, "\(outcome.log)")
    }

    @Test("play Ogg Opus without an underrun")
    func opus() async throws {
        let outcome = try await onThread {
            let icecast = try PrivateIcecast()
            let source = try icecast.feed(
                Peers.sample("programme/programme.opus"), to: "live.opus", as: .oggOpus)
            let player = try Player(icecast.address(of: "live.opus"), ["--duration", "6s"])
            let outcome = player.finish(within: .seconds(60))
            try source.kill()
            return outcome
        }
        #expect(outcome.status == 0, "\(outcome.complaints)")
        #expect(outcome.events.all("session.playing").count == 1)
        #expect(outcome.events.droughts.isEmpty, "\(outcome.log)")
    }

    @Test("begin without an underrun even if they send nothing of their past")
    func burstless() async throws {
        let outcome = try await onThread {
            let icecast = try PrivateIcecast(burstByteCount: 0)
            let source = try icecast.feed(
                Peers.sample("programme/programme.mp3"), to: "live.mp3", as: .mp3)
            let server = try PrivatePulseAudio()
            let player = try Player(
                icecast.address(of: "live.mp3"), ["--duration", "4s"], on: server)
            let outcome = player.finish(within: .seconds(60))
            try source.kill()
            return outcome
        }
        #expect(outcome.status == 0, "\(outcome.complaints)")
        // A delay of the source becomes audible later: there is next to nothing in reserve.
        let early = outcome.events.droughts.filter { $0.frame < 48_000 }
        #expect(early.isEmpty, "\(outcome.log)")
    }
}
