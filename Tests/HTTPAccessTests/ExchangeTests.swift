import HTTPAccess
import TestServers
import Testing

@Suite("Exchange", .timeLimit(.minutes(1)))
struct ExchangeTests {
    private func exchange(
        _ method: WebRequest.Method, _ address: String, _ body: String = "",
        within limit: Duration = .seconds(20)
    ) async throws -> WebReply {
        let client = WebClient(configuration: WebClientConfiguration())
        var request = WebRequest(try #require(WebAddress(address)), from: .typed, headers: [])
        request.method = method
        request.body = Array(body.utf8)
        let result: Result<WebReply, any Error>
        do {
            result = .success(
                try await client.exchange(request, maximumByteCount: 100, within: limit))
        } catch {
            result = .failure(error)
        }
        await client.close()
        return try result.get()
    }

    @Test("a response of any status comes with its body", arguments: [200, 299, 300, 400, 503])
    func statuses(status: Int) async throws {
        let server = FaultServer { _, _ in
            .answer([1, 2], status: "\(status) Words", type: "a/b") + [.halfClose]
        }
        defer { server.stop() }
        let reply = try await exchange(.post, server.address("/a"), "body")
        #expect(reply.status == status)
        #expect(reply.isGood == (status < 300))
        #expect(reply.document.bytes == [1, 2])
        #expect(server.requests.map(\.line) == ["POST /a HTTP/1.1"])
        #expect(server.requests.first?.headers["content-length"] == "4")
    }

    @Test(
        "a response comes with the wait that it requests",
        arguments: [("120", 120), ("120 ", 120), ("soon", nil)])
    func retryAfter(words: String, seconds: Int?) async throws {
        let server = FaultServer { _, _ in
            [
                .head("503 Busy", "Retry-After: \(words)", "Content-Length: 0"), .halfClose,
            ]
        }
        defer { server.stop() }
        let reply = try await exchange(.post, server.address("/a"), "body")
        #expect(reply.retryAfter == seconds.map { .seconds($0) })
    }

    @Test(
        "a redirect becomes GET, unless its status keeps method and body",
        arguments: [(301, "GET"), (302, "GET"), (303, "GET"), (307, "POST"), (308, "POST")])
    func redirects(status: Int, method: String) async throws {
        let server = FaultServer { request, _ in
            request.target == "/a"
                ? .redirect(to: "/b ", status: "\(status) Away") + [.halfClose]
                : .answer([]) + [.halfClose]
        }
        defer { server.stop() }
        let reply = try await exchange(.post, server.address("/a"), "body")
        #expect(reply.status == 200)
        #expect(server.requests.map(\.line) == ["POST /a HTTP/1.1", "\(method) /b HTTP/1.1"])
        #expect(server.requests.last?.headers["content-length"] == (method == "GET" ? nil : "4"))
    }

    @Test("a response that is too large, or missing, is an error")
    func limits() async throws {
        let server = FaultServer { request, _ in
            request.target == "/long" ? .answer([UInt8](repeating: 0, count: 101)) : [.stall]
        }
        defer { server.stop() }
        let long = await #expect(throws: HTTPAccessError.self) {
            try await exchange(.get, server.address("/long"))
        }
        #expect(long?.reason == .tooLarge(maximumByteCount: 100))
        let none = await #expect(throws: HTTPAccessError.self) {
            try await exchange(
                .delete, server.address("/none"), within: .milliseconds(50))
        }
        #expect(none?.reason == .tookTooLong(.milliseconds(50)))
    }
}
