import HTTPAccess
import TestServers
import Testing

@testable import Interlude

@Suite("Report queue", .timeLimit(.minutes(1)))
struct ReportQueueTests {
    @Test(
        "repeats failed reports, and none that may have been counted",
        arguments: [
            (["503 Busy", "500 Broken", "200 OK"], 3), (["429 Busy", "200 OK"], 2),
            (Array(repeating: "503 Busy", count: 7), 7), (["400 Bad"], 1),
            (["404 None"], 1), (["no answer"], 1), (["no JSON"], 1),
        ] as [([String], Int)])
    func retries(answers: [String], tries: Int) async throws {
        let server = FaultServer { _, index in
            guard index < tries else { return Self.good }
            return switch answers[index] {
            case "no answer": []
            case "no JSON": .answer([0x21]) + [.halfClose]
            case "200 OK": Self.good
            default: .answer([], status: answers[index]) + [.halfClose]
            }
        }
        defer { server.stop() }
        let client = ServiceClient(
            at: try #require(WebAddress(server.address())), environment: [:])
        let queue = ReportQueue(to: client, at: "/api/sessions/s", clock: ImmediateClock())
        let (replies, output) = AsyncStream.makeStream(of: Int.self)
        for number in 1...2 {
            let report = FinishReport(
                advertisementId: .number(number), streamerId: 1, mountPoint: "/m",
                finishStatus: .finished)
            queue.send(.finish(report) { _ in output.yield(number) })
        }
        // The second one is always accepted, and comes after all tries of the first.
        for await number in replies where number == 2 { break }
        #expect(server.requests.count == tries + 1)
        #expect(
            server.requests.allSatisfy {
                $0.line == "POST /api/sessions/s/finish-reports HTTP/1.1"
            })
        await client.close()
    }

    private static let good: [FaultServer.Step] =
        .answer(Array(#"{"canBePlayedAgain":true}"#.utf8), type: "application/json") + [.halfClose]
}
