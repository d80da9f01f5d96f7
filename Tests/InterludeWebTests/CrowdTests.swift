import TestServers
import Testing

@testable import InterludeWeb

@Suite("Many connections at once", .timeLimit(.minutes(1)))
struct CrowdTests {
    @Test("wait for their turn up to the number served, and each gets it")
    func queue() async throws {
        var configuration = PageServerConfiguration()
        configuration.maximumConnectionCount = 290
        try await Stage.with(configuration) { stage in
            let port = stage.port
            let (answer, wait) = try await onThread {
                let clock = ContinuousClock()
                let begun = clock.now
                var crowd = try (0..<580).map { _ in try RawExchange(port: port) }
                let wait = clock.now - begun
                let last = crowd.removeLast()
                last.send("GET /api/state HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n")
                crowd = []
                return (last.receive { $0.contains("\r\n\r\n") }, wait)
            }
            // The rest wait until silent connections are closed after 30 s.
            #expect(wait < .seconds(20))
            #expect(answer.hasPrefix("HTTP/1.1 200"))
        }
    }
}
