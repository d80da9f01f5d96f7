import MediaTime
import TestServers
import Testing

@testable import FleetControl

@Suite("The thread of a player in a fleet", .enabled(if: PrivateMosquitto.isInstalled))
struct FleetLoopTests {
    /// One that does not run.
    private func loop(of member: FleetMember) throws -> FleetLoop {
        let address = try FleetAddress(parsing: "mqtt://broker.example/shops")
        let connection = try BrokerConnection(address, as: .passing)
        let mailbox = try FleetMailbox()
        let store = FleetStore(folder: nil) { Issue.record("\($0)") }
        let handler = FleetPlayer.Handler { _, _, _ in
        } fill: { _ in
        } joined: {
        } lost: { _ in
        } warn: { _ in
        }
        return FleetLoop(member, store, connection, mailbox, handler)
    }

    @Test("has a spread of its own, so that a fleet does not come back at once")
    func spread() throws {
        let member = try FleetScene().member
        let spreads = try (0..<8).map { _ in try loop(of: member).link.spread }
        #expect(Set(spreads).count == 8)
    }

    @Test("waits until the next scheduled break, and for five seconds at most")
    func waits() throws {
        var member = try FleetScene().member
        let idle = try loop(of: member)
        let now = FleetDate.now.milliseconds / 1000
        // One every second: the next is soon, however slow the test is.
        let breaks = (1...FleetPayload.breakLimit).map { number in
            #"{"id":"\#(number)","at":\#(now + Int64(number)),"spots":[{"url":"http://a/b"}]}"#
        }
        let schedule = #"{"breaks":[\#(breaks.joined(separator: ","))]}"#
        _ = member.receive(Array(schedule.utf8), on: "interlude/shops/all/schedule", at: .now)
        let scheduled = try loop(of: member)
        for loop in [idle, scheduled] {
            _ = loop.link.advance(to: .now)
            _ = loop.link.joined(at: .now)
        }
        #expect(idle.waitTime == 5000)
        #expect(scheduled.waitTime <= 1000)
    }

    @Test("tells once that the broker refuses what the player reports")
    func refusals() async throws {
        try await onThread {
            let broker = try PrivateMosquitto(
                access: """
                    pattern read interlude/shops/player/%u/push
                    user desk
                    topic readwrite interlude/#

                    """, users: ["desk", "tea"])
            let heard = Heard()
            let player = try heard.player(broker.address(of: "shops", user: "tea"), named: "tea")
            let refusal = "fleet: the broker refuses what the player reports: not authorized"
            #expect(heard.wait(for: refusal))
            let place = broker.address(of: "shops", user: "desk")
            let desk = try FleetDesk(try FleetAddress(parsing: place))
            let target = FleetTarget.player(try #require(FleetName("tea")))
            try desk.push(teaPush("1"), to: target)
            // The player learns that its acknowledgement is refused before the next push comes.
            #expect(broker.waitForLog("player/tea/ack'"))
            try desk.push(teaPush("2"), to: target)
            #expect(heard.wait(for: "2 Tea"))
            #expect(heard.lines.count { $0 == refusal } == 1)
            desk.close()
            player.close()
        }
    }
}
