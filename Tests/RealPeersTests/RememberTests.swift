import Foundation
import TestFiles
import TestServers
import Testing

@Suite("A player that remembers the last choice", .timeLimit(.minutes(5)))
struct RememberTests {
    private let folder: TemporaryFolder
    private let settings: String
    private let home: FaultServer
    private let other: FaultServer

    init() throws {
        folder = try TemporaryFolder()
        let programme = try [UInt8](
            Data(contentsOf: URL(filePath: Peers.sample("programme/programme.mp3"))))
        home = FaultServer { _, _ in .answer(programme) }
        other = FaultServer { _, _ in .answer(programme) }
        settings = try folder.write(
            Array(
                """
                source: \(home.address("/home.mp3"))
                volume: 0.8
                remember: true
                allow-private: true
                """.utf8), to: "config.yaml")
    }

    /// A player of the settings, as a service starts it.
    private func start(_ arguments: [String] = []) throws -> Player {
        let player = try Player(
            "--config=\(settings)", arguments, environment: ["XDG_STATE_HOME": folder.path])
        try player.wait(for: "session.playing")
        return player
    }

    /// Requires that the status has `source` and `volume`, once it has that source.
    private func expect(_ player: Player, _ source: String, _ volume: String) throws {
        var status = ""
        // The log is written before the status changes.
        let deadline = ContinuousClock.now + .seconds(30)
        while !status.contains(#""source":"\#(source)""#), .now < deadline {
            status = try player.control("status").successful().output
        }
        #expect(status.contains(#""source":"\#(source)""#), "\(status)")
        #expect(status.contains(#""volume":\#(volume)"#), "\(status)")
    }

    @Test("returns to it, also after it was killed, until the home is chosen")
    func restarted() async throws {
        defer { for server in [home, other] { server.stop() } }
        let (first, second) = (home.address("/home.mp3"), other.address("/other.mp3"))
        try await onThread {
            let player = try start()
            try expect(player, first, "0.8")
            try player.control("volume", "0.25").successful()
            try player.control("play", second).successful()
            try player.control("stop").successful()
            #expect(player.finish(within: .seconds(30)).status == 0)

            let next = try start()
            try next.waitUntilShown("changing to \(second)")
            try next.wait(for: "session.connecting", count: 2)
            try expect(next, second, "0.25")
            next.interrupt(with: SIGKILL)
            _ = next.finish(within: .seconds(30))

            let third = try start()
            try third.wait(for: "session.connecting", count: 2)
            try third.control("play", first).successful()
            try third.control("stop").successful()
            _ = third.finish(within: .seconds(30))

            let fourth = try start()
            try expect(fourth, first, "0.25")
            try fourth.control("stop").successful()
            #expect(
                fourth.finish(within: .seconds(30)).complaints.allSatisfy {
                    !$0.contains("chosen last")
                })
        }
    }

    @Test("plays the home if the chosen station has gone, and an option that is typed")
    func gone() async throws {
        defer { home.stop() }
        let (first, second) = (home.address("/home.mp3"), other.address("/other.mp3"))
        try await onThread {
            let player = try start()
            try player.control("play", second).successful()
            try player.control("stop").successful()
            _ = player.finish(within: .seconds(30))
            other.stop()

            let next = try start()
            try next.waitUntilShown("changing to \(second)", second)
            try expect(next, first, "0.8")
            next.interrupt()
            #expect(next.finish(within: .seconds(30)).status == 0)

            let typed = try start(["--volume", "0.5", first])
            try expect(typed, first, "0.5")
            try typed.control("stop").successful()
            #expect(
                typed.finish(within: .seconds(30)).complaints.allSatisfy {
                    !$0.contains("chosen last")
                })
        }
    }
}
