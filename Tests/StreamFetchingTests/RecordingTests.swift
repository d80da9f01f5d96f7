import HTTPAccess
import Synchronization
import TestServers
import Testing

@testable import StreamFetching

@Suite("A recording over HTTP", .timeLimit(.minutes(1)))
struct RecordingTests {
    private static let body = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }

    /// Reads from `server` to the end, or to an error.
    private func read(
        _ server: FaultServer, stallLimit: Duration = .seconds(10)
    ) async throws -> (bytes: [UInt8], error: (any Error)?, events: [String]) {
        var configuration = WebClientConfiguration()
        configuration.stallLimit = stallLimit
        let client = WebClient(configuration: configuration)
        let address = try #require(WebAddress(server.address()))
        let clock = ManualClock()
        let events = Log()
        let fetcher = LiveStreamFetcher(
            StreamOpener(address, client: client), policy: RetryPolicy(givingUpAfter: .seconds(9)),
            clock: clock
        ) { event in
            if case .waiting(let wait) = event { clock.skipSleep(of: wait) }
            events.note(event)
        }
        let (bytes, error) = try await onThread {
            let connection = try #require(try fetcher.nextConnection())
            var bytes: [UInt8] = []
            do {
                while true {
                    let part = try connection.readOnce(1000)
                    if part.isEmpty { return (bytes, nil as (any Error)?) }
                    bytes += part
                }
            } catch {
                return (bytes, error)
            }
        }
        return (bytes, error, events.names)
    }

    private final class Log: Sendable {
        private let lines = Mutex<[String]>([])

        func note(_ event: FetchEvent) {
            let name: String? =
                switch event {
                case .lost: "lost"
                case .resumed: "resumed"
                case .gaveUp: "gave up"
                case .connecting, .connected, .received, .waiting: nil
                }
            if let name { lines.withLock { $0.append(name) } }
        }

        var names: [String] { lines.withLock { $0 } }
    }

    /// The head and the first `count` bytes of the whole.
    private static func beginning(_ count: Int, tag: String? = "\"a\"") -> [FaultServer.Step] {
        let head =
            "HTTP/1.1 200 OK\r\nContent-Type: audio/mpeg\r\nAccept-Ranges: bytes\r\n"
            + "Content-Length: \(body.count)\r\n" + (tag.map { "ETag: \($0)\r\n" } ?? "")
        return [.text(head + "\r\n"), .send(Array(body[..<count]))]
    }

    /// The head of the range in `request`, and the first `count` bytes of that.
    private static func rest(
        for request: FaultServer.Request, _ count: Int? = nil
    ) -> [FaultServer.Step] {
        let range = request.headers["range"] ?? ""
        guard range.hasPrefix("bytes="), range.hasSuffix("-"),
            let start = Int(range.dropFirst(6).dropLast())
        else { return [.head("400 Bad Request", "Content-Length: 0")] }
        return [
            .head(
                "206 Partial Content", "Content-Length: \(body.count - start)",
                "Content-Range: bytes \(start)-\(body.count - 1)/\(body.count)", "ETag: \"a\""),
            .send(Array(body[start...].prefix(count ?? body.count))),
        ]
    }

    @Test("continues at the byte where it broke off", arguments: [1, 63, 1000, 65_536, 99_999])
    func resuming(breakingAfter count: Int) async throws {
        let server = FaultServer { request, index in
            switch index {
            case 0: Self.beginning(count)
            case 1: Self.rest(for: request, 1) + [.reset]
            case 2: [.reset]
            case 3: [.head("503 Busy", "Content-Length: 0")]
            case _: Self.rest(for: request)
            }
        }
        defer { server.stop() }
        let (bytes, error, events) = try await read(server)
        #expect(error == nil)
        #expect(bytes == Self.body)
        #expect(events.first == "lost")
        #expect(events.last == "resumed")
        let asked = server.requests.dropFirst()
        // Bytes that arrived and were not read when the connection broke are requested again.
        let starts = asked.map { $0.headers["range"]?.dropFirst(6).dropLast() ?? "" }
        #expect(starts.allSatisfy { start in Int(start).map { $0 <= count + 1 } ?? false })
        #expect(asked.allSatisfy { $0.headers["if-range"] == "\"a\"" })
    }

    @Test("continues where its server stopped sending")
    func stalling() async throws {
        let server = FaultServer { request, index in
            index == 0 ? Self.beginning(5000) + [.stall] : Self.rest(for: request)
        }
        defer { server.stop() }
        let (bytes, error, _) = try await read(server, stallLimit: .seconds(1))
        #expect(error == nil)
        #expect(bytes == Self.body)
    }

    @Test(
        "ends where it broke off if its server cannot prove that it is the same",
        arguments: [nil, "W/\"a\""])
    func untagged(tag: String?) async throws {
        let server = FaultServer { _, _ in Self.beginning(5000, tag: tag) }
        defer { server.stop() }
        let (bytes, error, events) = try await read(server)
        #expect(error is HTTPAccessError)
        #expect(bytes == Array(Self.body[..<5000]))
        #expect(events == [])
        #expect(server.requests.count == 1)
    }

    @Test("ends where it broke off if another has replaced it")
    func replaced() async throws {
        let server = FaultServer { _, _ in Self.beginning(5000) }
        defer { server.stop() }
        let (bytes, error, events) = try await read(server)
        #expect(error as? FetchFailure == .source(.replaced(server.address())))
        #expect(bytes == Array(Self.body[..<5000]))
        #expect(events == ["lost", "lost", "gave up"])
    }

    @Test("ends where it broke off once its server has been gone for too long")
    func gone() async throws {
        let server = FaultServer { _, index in index == 0 ? Self.beginning(5000) : [.reset] }
        defer { server.stop() }
        let (bytes, error, events) = try await read(server)
        #expect(error is FetchFailure)
        #expect(bytes == Array(Self.body[..<5000]))
        #expect(events.last == "gave up")
    }
}
