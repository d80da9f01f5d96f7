import Advertising
import Interlude
import MediaTime
import TestServers
import Testing

@Suite("The server of a live stream that is asked for further pods", .timeLimit(.minutes(2)))
struct LivePingTests {
    /// Plays 12 s of a live stream whose server answers ping number n, counted from 0, with
    /// `answer(n)`, and returns the addresses of the pings.
    private func play(_ answer: @escaping @Sendable (Int) -> String) async throws -> [String] {
        let server = FaultServer { _, index in
            let body = answer(index)
            return [
                .head(
                    "200 OK", "Content-Type: application/json", "Content-Length: \(body.utf8.count)"
                ),
                .text(body),
            ]
        }
        defer { server.stop() }
        var scenario = try PodSessionScenario("live", pods: [])
        scenario.place = server.address("/schedule.json")
        scenario.schedule.session = UplynkSession(id: "s1", prefix: server.address(""))
        scenario.configuration.duration = .seconds(12)
        _ = try await scenario.run()
        return server.requests.map(\.target)
    }

    @Test("is asked again at the time that its last answer gives, and never again without one")
    func next() async throws {
        let answers = ["{\"next_time\": 4}", "{\"next_time\": 9.5}", "{\"next_time\": -1}"]
        let pings = try await play { answers[min($0, 2)] }
        #expect(
            pings == [
                "/session/ping/s1.json?v=3&pt=0.000&ev=start", "/session/ping/s1.json?v=3&pt=4.000",
                "/session/ping/s1.json?v=3&pt=9.500",
            ])
    }
}
