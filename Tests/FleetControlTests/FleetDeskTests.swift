import MediaTime
import TestServers
import Testing

@testable import FleetControl

@Suite("The connection of an operator to a fleet", .enabled(if: PrivateMosquitto.isInstalled))
struct FleetDeskTests {
    @Test(
        "tells the broker how long a push is valid, which is a second at least",
        arguments: [(.seconds(3600), 2...3600), (.seconds(-60), 1...1)]
            as [(Duration, ClosedRange<Int>)])
    func life(timeToLive: Duration, seconds: ClosedRange<Int>) async throws {
        try await onThread {
            let broker = try PrivateMosquitto()
            let relay = Relay(toPort: broker.port)
            let place = "mqtt://127.0.0.1:\(relay.port)/shops"
            let desk = try FleetDesk(try FleetAddress(parsing: place))
            try desk.push(teaPush("1", ttl: timeToLive), to: .all)
            let sent = relay.clientBytes
            let topic = try #require(sent.firstRange(of: Array("interlude/shops/all/push".utf8)))
            // After the topic and the number of the message: how many bytes of properties there
            // are, and that of the life of the message, which has the number 2.
            let properties = Array(sent[topic.upperBound...].dropFirst(2).prefix(6))
            #expect(properties.prefix(2) == [5, 2])
            let life: Int = properties.dropFirst(2).reduce(0) { $0 << 8 | Int($1) }
            #expect(seconds.contains(life))
            desk.close()
            relay.stop()
        }
    }

    @Test("leaves a lost broker alone for half a second before it tries it again")
    func pause() async throws {
        try await onThread {
            let broker = try PrivateMosquitto()
            let desk = try FleetDesk(try FleetAddress(parsing: broker.address(of: "shops")))
            broker.kill()
            let start = MonotonicTime.now
            // It is tried once, because nobody may begin with the push any more.
            #expect(throws: FleetFailure.self) {
                try desk.push(teaPush("1", ttl: .milliseconds(1)), to: .all)
            }
            #expect(MonotonicTime.now.seconds(since: start) >= 0.5)
        }
    }

    @Test("learns that a push is refused, though a message of a player comes before that")
    func refusalAfterMessage() async throws {
        try await onThread {
            let broker = try PrivateMosquitto(
                access: "pattern readwrite interlude/shops/player/%u/presence\n", users: ["tea"])
            let address = try FleetAddress(parsing: broker.address(of: "shops", user: "tea"))
            let player = try #require(FleetName("tea"))
            let desk = try FleetDesk(address)
            try desk.subscribe(to: [.presence], from: player)
            let other = try FleetDesk(address)
            // Once the broker has confirmed it, it was sent to the desk, which has not read it yet.
            try other.publish(
                FleetPublication(
                    topic: "interlude/shops/player/tea/presence", payload: [1], isAssured: true))
            let failure = #expect(throws: FleetFailure.self) {
                try desk.push(teaPush("1"), to: .all)
            }
            #expect(failure?.description.contains("refuses the message") == true)
            let message = try desk.next(within: 30)
            #expect(
                message == FleetDesk.Message(player: player, report: .presence, payload: [1]))
            desk.close()
            other.close()
        }
    }
}
