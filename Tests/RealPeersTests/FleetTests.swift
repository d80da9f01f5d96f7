import Foundation
import TestFiles
import TestServers
import Testing

/// The built commands in a fleet, at a real broker with an access-control file.
@Suite("A fleet of built players", .enabled(if: PrivateMosquitto.isInstalled))
struct FleetTests {
    /// As in docs/fleet.md.
    private static let access = """
        user desk
        topic readwrite interlude/shops/#

        pattern read interlude/shops/all/#
        pattern read interlude/shops/player/%u/push
        pattern read interlude/shops/player/%u/schedule
        pattern read interlude/shops/player/%u/house
        pattern write interlude/shops/player/%u/presence
        pattern write interlude/shops/player/%u/status
        pattern write interlude/shops/player/%u/events
        pattern write interlude/shops/player/%u/ack

        """

    @Test("plays what is pushed to all, says what became of it, and tells what it can")
    func pushed() async throws {
        try await onThread {
            let broker = try PrivateMosquitto(access: Self.access, users: ["desk", "tea"])
            let bytes = Array(
                try Data(contentsOf: URL(filePath: Peers.sample("spots/ferry.mp3"))))
            let spots = FaultServer { _, _ in .answer(bytes) }
            defer { spots.stop() }
            let player = try Player(
                Peers.sample("programme/programme.mp3"),
                [
                    "--fleet", broker.address(of: "shops?name=tea", user: "tea"),
                    "--allow-private",
                ])
            let desk = broker.address(of: "shops", user: "desk")
            try player.wait(for: "session.playing")
            #expect(broker.waitForLog("/player/tea/status"))
            let push = try Command([
                Player.executable, "fleet", "push", desk, "--wait", spots.address("/ferry.mp3"),
            ])
            #expect(push.status == 0, "\(push.errors)")
            #expect(push.output.contains("tea\tcompleted\tferry.mp3\n"), "\(push.output)")
            let list = try Command([Player.executable, "fleet", "status", desk])
            #expect(list.output.hasPrefix(#"{"player":"tea","online":true,"groups":[],"status":{"#))
            broker.kill()
            try player.wait(for: "fleet.lost")
            player.interrupt()
            let outcome = player.finish(within: .seconds(30))
            #expect(outcome.status == 0, "\(outcome.complaints)")
            #expect(outcome.events.all("fleet.joined").count == 1)
            #expect(outcome.events.all("slot.completed").count == 1)
            #expect(!(outcome.log + outcome.complaints.joined()).contains("tea:tea"))
        }
    }
}
