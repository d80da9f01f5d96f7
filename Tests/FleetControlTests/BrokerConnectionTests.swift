import TestServers
import Testing

@testable import FleetControl

@Suite("A connection to a broker", .enabled(if: PrivateMosquitto.isInstalled))
struct BrokerConnectionTests {
    @Test("is tested every 30 s, and brings each order at least once")
    func terms() async throws {
        try await onThread {
            let broker = try PrivateMosquitto()
            let heard = Heard()
            let player = try heard.player(broker.address(of: "shops"), named: "a")
            #expect(heard.wait(for: "joined"))
            #expect(broker.waitForLog(", k30)"))
            #expect(broker.waitForLog("interlude/shops/all/push (QoS 1)"))
            player.close()
        }
    }
}
