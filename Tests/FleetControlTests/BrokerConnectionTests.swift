import Glibc
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

    @Test("may have the first descriptor of the process")
    func first() async {
        await #expect(processExitsWith: .success) {
            let broker = try PrivateMosquitto()
            let address = try FleetAddress(parsing: broker.address(of: "shops"))
            let connection = try BrokerConnection(address, as: .passing)
            let descriptors = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
            var usual = rlimit()
            getrlimit(descriptors, &usual)
            // The pair of sockets that libmosquitto opens before, and does without, would take it.
            var one = rlimit(rlim_cur: 1, rlim_max: usual.rlim_max)
            close(STDIN_FILENO)
            setrlimit(descriptors, &one)
            try connection.open()
            setrlimit(descriptors, &usual)
            precondition(connection.awaited?.fd == 0)
            connection.close()
        }
    }
}
