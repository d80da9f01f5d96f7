import AdPlayback
import Advertising
import HTTPAccess
import TestServers
import Testing

@testable import Interlude

@Suite("Tracking of a true[X] unit", .timeLimit(.minutes(1)))
struct TrackingTests {
    @Test(
        "a report that the ad server did not get is sent again, before those after it",
        arguments: [(["503 Busy", "500 Broken"], 3), (["404 None"], 1), ([], 1)])
    func retries(answers: [String], tries: Int) async throws {
        let (arrivals, arrived) = AsyncStream.makeStream(of: Void.self)
        let server = FaultServer { _, index in
            arrived.yield()
            return .answer([], status: index < answers.count ? answers[index] : "204 No Content")
                + [.halfClose]
        }
        defer { server.stop() }
        let client = WebClient(configuration: WebClientConfiguration())
        let tracking = TruexServer(client: client, from: .typed, clock: ImmediateClock())
        let answer = #"{"ads":[{"service_url":"\#(server.address("/note"))"}]}"#
        let service = try #require(TruexService(in: Array(answer.utf8)))
        let names: [TruexTracking] = [.credit, .continueToEnd]
        for name in names { tracking.track(name, of: service) }
        var next = arrivals.makeAsyncIterator()
        for _ in 0..<tries + 1 { await next.next() }
        let expected = Array(repeating: names[0], count: tries) + [names[1]]
        #expect(server.requests.map(\.target) == expected.map { "/note?name=\($0.rawValue)" })
        await client.close()
    }
}
