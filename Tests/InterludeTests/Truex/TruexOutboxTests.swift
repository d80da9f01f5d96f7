import BeaconStorage
import Foundation
import TestFiles
import Testing

@testable import Interlude

/// Sessions that tell a true[X] ad server what the listener does.
@Suite("Tracking of true[X] in a session", .timeLimit(.minutes(1)))
struct TruexOutboxTests {
    private static let service = "http://ads/track?session_id=e1"

    private static let unit = """
        {"tag_type":"choice_card","fillable":true,"ads":[{"id":7,"name":"Coffee","session_id":"e1",
        "window_url":"http://example.com/unit","service_url":"http://ads/track",
        "service_params":"session_id=e1"}],
        "card_configurations":[{"aa":"10","sec":"5","product":"sponsored_ad_break"}]}
        """

    private static let whole = ["player_load", "choice_card_select_watch"].map {
        "\($0) \(service)&name=\($0)"
    }

    private func scenario(_ servers: MadeAdServers) throws -> PodSessionScenario {
        var scenario = try PodSessionScenario(pods: [288_000], viewer: "opt-out@1000ms")
        scenario.schedule = .init(
            breaks: [PodSessionScenario.pod(1, at: 288_000, unit: Self.unit)])
        scenario.beacons = servers
        return scenario
    }

    private func bytes(_ kind: String, number: Int) throws -> [UInt8] {
        Array(
            try JSONEncoder().encode(
                Beacon(number: number, kind: kind, address: "http://ads/\(kind)")))
    }

    @Test(
        "goes the way of the beacons, in order, and is no event of the session",
        arguments: [
            ([.answered(status: 204)], whole),
            ([.undelivered(reason: "down"), .answered(status: 204)], whole),
            ([.postponed(reason: "busy"), .answered(status: 204)], whole),
            ([.failed(reason: "gone"), .answered(status: 204)], Array(whole.dropFirst())),
        ] as [([BeaconAttempt], [String])])
    func order(attempts: [BeaconAttempt], lines: [String]) async throws {
        let servers = MadeAdServers([], attempts)
        let outcome = try await scenario(servers).run()
        #expect(servers.lines == lines)
        #expect(outcome.frames(of: "truex.optOut").count == 1)
        #expect(!outcome.records.contains { $0.event.hasPrefix("tracking.") })
        #expect(try outcome.replayed() == outcome.log)
    }

    @Test("that an earlier session has left is sent first, and is no event of this one")
    func leftovers() async throws {
        let folder = try TemporaryFolder()
        let earlier = try BeaconStore(folder: folder.file("beacons"))
        for (kind, number) in [("unit_load", 0), ("start", 3), ("unit_credit", 0)] {
            _ = earlier.add(try bytes(kind, number: number))
        }
        await earlier.close()
        let servers = MadeAdServers([])
        var scenario = try scenario(servers)
        scenario.beaconStore = try BeaconStore(folder: folder.file("beacons"))
        let outcome = try await scenario.run()
        let left = ["unit_load", "unit_credit", "start"].map { "\($0) http://ads/\($0)" }
        #expect(servers.lines == left + Self.whole)
        #expect(outcome.values("kind", of: "tracking.queued") == ["\"start\""])
        #expect(outcome.values("kind", of: "tracking.confirmed") == ["\"start\""])
        #expect(try outcome.replayed() == outcome.log)
        let later = try BeaconStore(folder: folder.file("beacons"))
        #expect(later.leftovers.isEmpty)
        await later.close()
    }
}
