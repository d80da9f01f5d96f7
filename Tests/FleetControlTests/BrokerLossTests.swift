import Foundation
import MediaTime
import Synchronization
import TestServers
import Testing

@testable import FleetControl

@Suite("A push in a fleet", .enabled(if: PrivateMosquitto.isInstalled))
struct BrokerLossTests {
    @Test("stays at the broker until the player has begun with it", arguments: ["5", "3.1.1"])
    func unconfirmed(version: String) async throws {
        try await onThread {
            let broker = try PrivateMosquitto()
            let place = broker.address(of: "shops")
            let confirmation = "Received PUBACK from interlude-shops-a"
            let confirmed = Mutex<[Int]>([])
            let handler = FleetPlayer.Handler { _, _, _ in
                // The broker reads this after all that the player has written. try?: what did not
                // happen is missing below.
                guard let address = try? FleetAddress(parsing: place),
                    let desk = try? FleetDesk(address), let other = FleetName("other"),
                    (try? desk.keep(schedule: [], for: .player(other))) != nil,
                    broker.waitForLog("player/other/schedule")
                else { return }
                desk.close()
                confirmed.withLock { $0.append(broker.count(of: confirmation)) }
            } fill: { _ in
            } joined: {
            } lost: { _ in
            } warn: { _ in
            }
            let player = try FleetPlayer(
                try FleetAddress(parsing: "\(place)?mqtt=\(version)"),
                named: try #require(FleetName("a")), folder: nil, handler: handler)
            #expect(broker.waitForLog("Sending SUBACK to interlude-shops-a"))
            let desk = try FleetDesk(try FleetAddress(parsing: place))
            try desk.push(teaPush("1"), to: .player(try #require(FleetName("a"))))
            #expect(broker.waitForLog(confirmation))
            #expect(confirmed.withLock { $0 } == [0])
            desk.close()
            player.close()
        }
    }

    @Test("is sent again, with the same id, to a broker that was lost and is back")
    func again() async throws {
        try await onThread {
            let broker = try PrivateMosquitto()
            let heard = Heard()
            let player = try heard.player(broker.address(of: "shops"), named: "a")
            #expect(heard.wait(for: "joined"))
            let desk = try FleetDesk(try FleetAddress(parsing: broker.address(of: "shops")))
            try desk.subscribe(to: [.ack])
            broker.kill()
            DispatchQueue.global().async {
                do { try broker.restart() } catch { Issue.record(error) }
            }
            // It does not throw, though the broker is not there when it begins.
            try desk.push(teaPush("1"), to: .all)
            broker.kill()
            try broker.restart()
            let line = "all/push', ... ("
            #expect(broker.waitForLog(line))
            var count = broker.count(of: line)
            while count < 20, broker.count(of: line) == count { _ = try desk.next(within: 1) }
            count = heard.lines.count { $0 == "1 Tea" }
            #expect(count <= 1)
            // A push that nobody may begin with any more is given up.
            try desk.push(teaPush("2", ttl: .milliseconds(1)), to: .all)
            broker.kill()
            #expect(throws: FleetFailure.self) {
                while true { _ = try desk.next(within: 1) }
            }
            player.close()
        }
    }
}
