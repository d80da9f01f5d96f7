import AdPlayback
import Advertising
import Interlude
import MediaTime
import TestServers
import Testing

@Suite("A true[X] ad server and a session")
struct AdServerTests {
    /// A pod whose card comes from a server that answers with `steps`.
    private func scenario(
        _ server: FaultServer, viewer: String = "opt-out@1000ms"
    ) throws -> PodSessionScenario {
        var scenario = try PodSessionScenario(pods: [288_000], viewer: viewer)
        var pod = PodSessionScenario.pod(1, at: 288_000)
        pod.ads[0].truexParameters = .twoStage(
            TruexReference(
                userID: "me", placementHash: "hash",
                configurationTemplate: server.address("/config?user_id=[user_id]")))
        scenario.schedule = .init(breaks: [pod])
        scenario.place = server.address("/schedule.json")
        return scenario
    }

    @Test("is asked before the placeholder comes, and its card is shown there")
    func card() async throws {
        let server = FaultServer { _, _ in
            .answer(Array(PodSessionScenario.unit.utf8), type: "text/json")
        }
        defer { server.stop() }
        let outcome = try await scenario(server).run()
        #expect(outcome.frames(of: "truex.fetchCompleted") == [0])
        #expect(outcome.values("campaign", of: "truex.started") == ["\"Coffee\""])
        #expect(outcome.frames(of: "stream.resumed") == [336_000])
        #expect(try outcome.replayed() == outcome.log)
    }

    @Test("learns which breaks are of one stream, and not the stream's address")
    func streamName() async throws {
        let server = FaultServer { _, _ in
            .answer(Array(PodSessionScenario.unit.utf8), type: "text/json")
        }
        defer { server.stop() }
        var scenario = try scenario(server)
        scenario.schedule = .init(
            breaks: [288_000, 576_000].enumerated().map { index, start in
                var pod = PodSessionScenario.pod(index + 1, at: start)
                pod.ads[0].truexParameters = .twoStage(
                    TruexReference(
                        configurationTemplate: server.address("/config?stream=[stream_id]")))
                return pod
            })
        _ = try await scenario.run()
        let asked = server.requests.map(\.target)
        #expect(asked.count == 2 && Set(asked).count == 1)
        #expect(asked[0].count > "/config?stream=".count && !asked[0].contains("file"))
    }

    @Test("with no ad for the listener has the placeholder skipped, without a gap")
    func noBid() async throws {
        let server = FaultServer { _, _ in
            .answer(Array("{\"error\":\"No bid found\"}".utf8), type: "text/json")
        }
        defer { server.stop() }
        let outcome = try await scenario(server).run()
        #expect(outcome.frames(of: "truex.noAds").count == 1)
        #expect(outcome.frames(of: "truex.started").isEmpty)
        #expect(outcome.frames(of: "stream.resumed") == [288_000])
        #expect(outcome.values("streamFrame", of: "stream.resumed") == ["336000"])
        #expect(outcome.values("played", of: "break.ended") == ["2"])
    }

    @Test(
        "that fails has the pod played, and the log says why",
        arguments: [("500 Internal Server Error", "{}"), ("200 OK", "<html>")])
    func failing(status: String, body: String) async throws {
        let server = FaultServer { _, _ in .answer(Array(body.utf8), status: status) }
        defer { server.stop() }
        let outcome = try await scenario(server).run()
        #expect(outcome.frames(of: "truex.error").count == 1)
        #expect(outcome.values("streamFrame", of: "stream.resumed") == ["336000"])
        // The query names the listener, and nothing that differs in each run may be recorded.
        let reason = try #require(outcome.values("reason", of: "truex.error").first)
        #expect(reason.hasPrefix("\"\(server.address("/config")): "), "\(reason)")
    }

    @Test("on a private network gets no request for a schedule from elsewhere")
    func privateNetwork() async throws {
        let server = FaultServer { _, _ in
            .answer(Array(PodSessionScenario.unit.utf8), type: "text/json")
        }
        defer { server.stop() }
        var scenario = try scenario(server)
        scenario.place = "schedule.json"
        let outcome = try await scenario.run()
        #expect(outcome.values("reason", of: "truex.error").allSatisfy { $0.contains("private") })
        #expect(outcome.frames(of: "truex.error").count == 1)
        #expect(outcome.values("streamFrame", of: "stream.resumed") == ["336000"])
    }
}
