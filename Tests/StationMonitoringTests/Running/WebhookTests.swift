import Foundation
import Interlude
import Synchronization
import TestFiles
import TestServers
import Testing

@testable import StationMonitoring

@Suite("What a monitor tells others", .timeLimit(.minutes(2)))
struct WebhookTests {
    private static let notice = AlarmNotice(
        change: .raised, station: "a",
        finding: AlarmFinding(
            .down, since: UTCTime(seconds: 0), limit: 15, value: 16, words: "not playing for 16 s"),
        time: UTCTime(seconds: 16))

    private static func answer(_ status: String) -> [FaultServer.Step] {
        [.head(status, "Content-Length: 0"), .halfClose]
    }

    @Test("an alarm is posted as JSON, and again if the server does not take it")
    func posted() async throws {
        let server = FaultServer { _, index in
            Self.answer(index == 0 ? "503 Service Unavailable" : "204 No Content")
        }
        defer { server.stop() }
        let webhook = try #require(Webhook(server.address("/hook"), environment: [:]) { _ in })
        webhook.send(Self.notice)
        await webhook.close(within: .seconds(30))
        #expect(webhook.counts.delivered == 1 && webhook.counts.lost == 0)
        #expect(
            server.requests.map(\.line) == ["POST /hook HTTP/1.1", "POST /hook HTTP/1.1"])
        #expect(server.requests.last?.headers["content-type"] == "application/json")
    }

    @Test("a refused alarm is lost, which is said once")
    func refused() async throws {
        let server = FaultServer { _, _ in Self.answer("404 Not Found") }
        defer { server.stop() }
        let said = Mutex<[String]>([])
        let webhook = try #require(
            Webhook(server.address("/hook"), environment: [:]) { words in
                said.withLock { $0.append(words) }
            })
        webhook.send(Self.notice)
        webhook.send(Self.notice)
        await webhook.close(within: .seconds(30))
        #expect(webhook.counts.delivered == 0 && webhook.counts.lost == 2)
        #expect(said.withLock { $0 } == ["webhook: \(server.address("/hook")) answers 404"])
    }

    @Test(
        "an alarm that a server does not take now is posted again, and a refused one is not",
        arguments: [
            ("429 Too Many Requests", true), ("500 Internal Server Error", true),
            ("499 Gone", false), ("428 Not Yet", false),
        ])
    func postponed(status: String, isPostedAgain: Bool) async throws {
        let server = FaultServer { _, index in
            Self.answer(index == 0 ? status : "204 No Content")
        }
        defer { server.stop() }
        let webhook = try #require(Webhook(server.address("/hook"), environment: [:]) { _ in })
        webhook.send(Self.notice)
        await webhook.close(within: .seconds(30))
        #expect(webhook.counts.delivered == (isPostedAgain ? 1 : 0))
        #expect(webhook.counts.lost == (isPostedAgain ? 0 : 1))
        #expect(server.requests.count == (isPostedAgain ? 2 : 1))
    }

    @Test("alarms wait for a server that is slow, up to a thousand; more are lost, which is said")
    func many() async throws {
        let gate = Gate()
        let server = FaultServer { _, index in
            index == 0 ? [.wait(gate)] + Self.answer("204 No Content") : [.stall]
        }
        defer { server.stop() }
        let said = Mutex<[String]>([])
        let webhook = try #require(
            Webhook(server.address("/hook"), environment: [:]) { words in
                said.withLock { $0.append(words) }
            })
        // One may be on its way.
        for _ in 0..<Webhook.capacity { webhook.send(Self.notice) }
        #expect(webhook.counts.lost == 0 && said.withLock { $0 } == [])
        for _ in 0..<3 { webhook.send(Self.notice) }
        #expect(webhook.counts.lost >= 2)
        #expect(said.withLock { $0 } == ["webhook: more than 1000 notices wait"])
        gate.open()
        await webhook.close(within: .zero)
    }

    @Test("a loss is said again after a notice was delivered")
    func lostAgain() async throws {
        let server = FaultServer { _, index in
            Self.answer(index == 1 ? "204 No Content" : "404 Not Found")
        }
        defer { server.stop() }
        let said = Mutex<[String]>([])
        let webhook = try #require(
            Webhook(server.address("/hook"), environment: [:]) { words in
                said.withLock { $0.append(words) }
            })
        #expect(webhook.address == server.address("/hook"))
        for _ in 0..<4 { webhook.send(Self.notice) }
        await webhook.close(within: .seconds(30))
        #expect(webhook.counts.delivered == 1 && webhook.counts.lost == 3)
        #expect(said.withLock { $0.count } == 2)
    }

    @Test("another webhook counts on from the one before")
    func counts() async throws {
        let server = FaultServer { _, _ in Self.answer("204 No Content") }
        defer { server.stop() }
        var counts = MonitorSnapshot.WebhookCounts()
        (counts.delivered, counts.lost) = (3, 2)
        let webhook = try #require(
            Webhook(server.address("/hook"), environment: [:], counts: counts) { _ in })
        #expect(webhook.counts == counts)
        webhook.send(Self.notice)
        await webhook.close(within: .seconds(30))
        #expect(webhook.counts.delivered == 4 && webhook.counts.lost == 2)
    }

    @Test(
        "only an http or https address is told", arguments: ["", "ftp://a.example/", "a.example"])
    func noAddress(text: String) {
        #expect(Webhook(text, environment: [:]) { _ in } == nil)
    }

    @Test("the log of a station goes on after what is in the file, also in a new file")
    func log() throws {
        let folder = try TemporaryFolder()
        let said = Mutex<[String]>([])
        let say: @Sendable (String) -> Void = { words in said.withLock { $0.append(words) } }
        let name = "a/b \"c\".jsonl"
        try StationLog(of: name, in: folder.path, say: say).write(EventRecord("one", at: .zero))
        let log = try StationLog(of: name, in: folder.path, say: say)
        log.write(EventRecord("two", at: .zero))
        let path = folder.file("a%2Fb%20%22c%22.jsonl.jsonl")
        #expect(log.path == path)
        let text = try String(contentsOfFile: path, encoding: .utf8)
        #expect(
            text == """
                {"event":"one","t":0,"frame":0}
                {"event":"two","t":0,"frame":0}

                """)
        try FileManager.default.moveItem(atPath: path, toPath: folder.file("old"))
        log.reopen()
        log.write(EventRecord("three", at: .zero))
        #expect(
            try String(contentsOfFile: path, encoding: .utf8)
                == "{\"event\":\"three\",\"t\":0,\"frame\":0}\n")
        #expect(said.withLock { $0 } == [])
    }

    @Test("a log in a folder that is not there is refused, with the file")
    func noFolder() throws {
        let folder = try TemporaryFolder()
        let failure = #expect(throws: MonitorFailure.self) {
            try StationLog(of: "a", in: folder.file("absent"), say: { _ in })
        }
        #expect(failure?.kind == .cannotWrite)
        #expect(failure?.description.hasPrefix(folder.file("absent/a.jsonl")) == true)
    }
}
