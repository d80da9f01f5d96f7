import HTTPAccess
import TestServers
import Testing

@Suite("Web client", .timeLimit(.minutes(1)))
struct WebClientTests {
    private static let body = (0..<100_000).map { UInt8(truncatingIfNeeded: $0) }

    /// The result of a download from `server`, with limits that are short enough for a test.
    private func download(
        _ address: String, provenance: AddressProvenance = .typed, headers: [WebHeader] = [],
        maximumByteCount: Int = 1 << 20, within limit: Duration = .seconds(20),
        configure: (inout WebClientConfiguration) -> Void = { _ in }
    ) async throws -> WebDocument {
        var configuration = WebClientConfiguration()
        configure(&configuration)
        let client = WebClient(configuration: configuration)
        let address = try #require(WebAddress(address))
        let result: Result<WebDocument, any Error>
        do {
            let request = WebRequest(
                address, from: provenance, credentials: HostCredentials(headers, for: address))
            result = .success(
                try await client.download(
                    request, maximumByteCount: maximumByteCount, within: limit))
        } catch {
            result = .failure(error)
        }
        await client.close()
        return try result.get()
    }

    /// The reason why `work` fails.
    private func reason(
        _ work: () async throws -> WebDocument
    ) async throws -> HTTPAccessError.Reason {
        let error = await #expect(throws: HTTPAccessError.self) { try await work() }
        let line = try #require(error?.description)
        #expect(!line.contains("\n"))
        return try #require(error?.reason)
    }

    /// How a server marks the end of a body.
    enum Framing: CaseIterable {
        case length, close, halfClose, chunks, oldAnswer

        func steps(for body: [UInt8]) -> [FaultServer.Step] {
            let type = "Content-Type: Audio/MPEG; x=y"
            return switch self {
            case .length: .answer(body)
            case .close: [.head("200 OK", type), .send(body)]
            case .halfClose: [.head("200 OK", type), .send(body), .halfClose]
            case .chunks:
                [
                    .head("200 OK", type, "Transfer-Encoding: chunked"), .chunk([body[0]]),
                    .chunk(Array(body.dropFirst())), .chunk([]),
                ]
            case .oldAnswer:
                [.text("ICY 200 OK\r\ncontent-type:audio/mpeg\r\n\r\n"), .send(body)]
            }
        }
    }

    @Test("a body arrives whole, however its length is given", arguments: Framing.allCases)
    func bodies(framing: Framing) async throws {
        let server = FaultServer { _, _ in framing.steps(for: Self.body) }
        defer { server.stop() }
        let document = try await download(server.address("/a"))
        #expect(document.bytes == Self.body)
        #expect(document.contentType == "audio/mpeg")
    }

    @Test("an old response that arrives byte by byte is understood")
    func slowOldAnswer() async throws {
        let gates = [Gate(), Gate()]
        let server = FaultServer { _, _ in
            [
                .text("IC"), .wait(gates[0]), .text("Y 20"), .wait(gates[1]),
                .text("0 OK\r\n\r\nICY audio"),
            ]
        }
        defer { server.stop() }
        for gate in gates { gate.open() }
        let document = try await download(server.address())
        #expect(document.bytes == Array("ICY audio".utf8))
    }

    @Test("a request carries the user agent, name and password, and the given headers")
    func headers() async throws {
        let server = FaultServer { _, _ in .answer([1]) }
        defer { server.stop() }
        let address = "http://me:se%20cret@127.0.0.1:\(server.port)/a%20b?c=d"
        let headers = [WebHeader("X-Key", "1"), WebHeader("accept", "audio/*")]
        _ = try await download(address, headers: headers)
        let request = try #require(server.requests.first)
        #expect(request.line == "GET /a%20b?c=d HTTP/1.1")
        #expect(request.headers["user-agent"] == "Interlude")
        #expect(request.headers["authorization"] == "Basic bWU6c2UgY3JldA==")
        #expect(request.headers["x-key"] == "1")
        #expect(request.headers["accept"] == "audio/*")
        #expect(request.headers["accept-encoding"] == "identity")
        _ = try await download(address)
        #expect(server.requests.last?.headers["accept"] == "*/*")
    }

    /// A status line and a `Date`, with a request to retry at `moment`.
    private static func at(_ moment: String) -> String {
        "503 Busy\r\nDate: Sun, 06 Nov 1994 08:49:30 GMT\r\nRetry-After: \(moment)"
    }

    @Test(
        "a status other than 2xx is an error that names it",
        arguments: [
            ("404 Not Found", .status(404, retryAfter: nil)),
            ("503 Busy\r\nRetry-After: 7", .status(503, retryAfter: .seconds(7))),
            (
                "503 Busy\r\nRetry-After: 9223372036854775807",
                .status(503, retryAfter: .seconds(86_400))
            ),
            (
                "503 Busy\r\nRetry-After: 99999999999999999999",
                .status(503, retryAfter: .seconds(86_400))
            ),
            ("503 Busy\r\nRetry-After: -7", .status(503, retryAfter: nil)),
            (
                "503 Busy\r\nRetry-After: Sun, 06 Nov -2147483648 08:49:37 GMT",
                .status(503, retryAfter: nil)
            ),
            (at("Sun, 06 Nov 1994 08:49:37 GMT"), .status(503, retryAfter: .seconds(7))),
            (at("Sunday, 06-Nov-94 08:49:37 GMT"), .status(503, retryAfter: .seconds(7))),
            (at("Sun Nov  6 08:49:37 1994"), .status(503, retryAfter: .seconds(7))),
            (at("Sun, 06 Nov 1994 08:49:00 GMT"), .status(503, retryAfter: .zero)),
            (at("soon"), .status(503, retryAfter: nil)),
            (
                "503 Busy\r\nRetry-After: Sun, 06 Nov 1994 08:49:37 GMT",
                .status(503, retryAfter: .zero)
            ),
            ("401 No", .status(401, retryAfter: nil)),
            ("304 Same", .status(304, retryAfter: nil)),
        ] as [(String, HTTPAccessError.Reason)])
    func status(line: String, expected: HTTPAccessError.Reason) async throws {
        let server = FaultServer { _, _ in .answer([], status: line) }
        defer { server.stop() }
        #expect(try await reason { try await download(server.address()) } == expected)
    }

    @Test("redirects are followed, relative ones too, and credentials stay with their host")
    func redirects() async throws {
        let other = FaultServer { _, _ in .answer([7]) }
        let server = FaultServer { request, _ in
            switch request.target {
            case "/a": .redirect(to: "b?x")
            case "/b?x": .redirect(to: other.address("/c"), status: "307 Away")
            default: .answer([])
            }
        }
        defer {
            server.stop()
            other.stop()
        }
        let headers = [WebHeader("Authorization", "Basic x"), WebHeader("X-Key", "1")]
        let document = try await download(server.address("/a"), headers: headers) {
            $0.addressRule = .anywhere
        }
        #expect(document.bytes == [7])
        #expect(document.address.description == other.address("/c"))
        #expect(server.requests.map { $0.headers["authorization"] } == ["Basic x", "Basic x"])
        #expect(other.requests.first?.headers["authorization"] == nil)
        #expect(server.requests.map { $0.headers["x-key"] } == ["1", "1"])
        #expect(other.requests.first?.headers["x-key"] == nil)
    }

    @Test("redirects end at their limit, and lead only to http(s)")
    func redirectLimits() async throws {
        let server = FaultServer { request, _ in
            request.target == "/loop" ? .redirect(to: "/loop") : .redirect(to: "file:///etc/passwd")
        }
        defer { server.stop() }
        let loop = try await reason {
            try await download(server.address("/loop")) { $0.redirectLimit = 3 }
        }
        #expect(loop == .tooManyRedirects(limit: 3))
        #expect(server.requests.count == 4)
        let file = try await reason { try await download(server.address("/file")) }
        #expect(file == .redirectedAstray("file:///etc/passwd"))
    }

    @Test("a document may not lead into a private network, and neither may a redirect")
    func addressRule() async throws {
        let inner = FaultServer { _, _ in .answer([1]) }
        let server = FaultServer { request, _ in
            request.target == "/away" ? .redirect(to: inner.address()) : .answer([2])
        }
        defer {
            server.stop()
            inner.stop()
        }
        let typed = try #require(WebAddress(server.address()))
        for host in [
            "127.0.0.1", "localhost", "[::1]", "[::ffff:127.0.0.1]", "2130706433", "10.1.1.1",
        ] {
            let forbidden = try await reason {
                try await download(
                    "http://\(host):\(inner.port)/", provenance: .document(typed: typed))
            }
            #expect(forbidden == .forbiddenAddress, "\(host)")
        }
        // Nobody listens there.
        for host in ["2130706433", "0x7f.1", "localhost.", "127.0.0.1."] {
            let forbidden = try await reason {
                try await download("http://\(host):9/", provenance: .document(typed: typed))
            }
            #expect(forbidden == .forbiddenAddress, "\(host)")
        }
        let redirected = try await reason { try await download(server.address("/away")) }
        #expect(redirected == .forbiddenAddress)
        #expect(inner.requests.isEmpty)

        let near = try await download(server.address("/x"), provenance: .document(typed: typed))
        #expect(near.bytes == [2])
        let allowed = try await download(server.address("/away")) { $0.addressRule = .anywhere }
        #expect(allowed.bytes == [1])
    }

    @Test("a body that is too large is refused, by its head or while it arrives")
    func sizes() async throws {
        let server = FaultServer { request, _ in
            request.target == "/told" ? .answer(Self.body) : [.head(), .pour]
        }
        defer { server.stop() }
        for path in ["/told", "/untold"] {
            let reason = try await reason {
                try await download(server.address(path), maximumByteCount: 50_000)
            }
            #expect(reason == .tooLarge(maximumByteCount: 50_000))
        }
    }

    @Test("a body may be exactly as large as the limit", arguments: [Framing.length, .close])
    func exactSize(framing: Framing) async throws {
        let server = FaultServer { _, _ in framing.steps(for: Self.body) }
        defer { server.stop() }
        let document = try await download(
            server.address(), maximumByteCount: Self.body.count)
        #expect(document.bytes == Self.body)
    }

    @Test("a download reports that its response begins, and then each chunk")
    func progress() async throws {
        let server = FaultServer { _, _ in Framing.chunks.steps(for: Self.body) }
        defer { server.stop() }
        let (counts, report) = AsyncStream<Int>.makeStream()
        let client = WebClient(configuration: WebClientConfiguration())
        let request = WebRequest(try #require(WebAddress(server.address())), from: .typed)
        let document = try await client.download(
            request, maximumByteCount: 1 << 20, within: .seconds(20)
        ) { report.yield($0) }
        report.finish()
        let reported = await counts.reduce(into: []) { $0.append($1) }
        #expect(reported.first == 0)
        #expect(reported.dropFirst().allSatisfy { $0 > 0 })
        #expect(reported.reduce(0, +) == document.bytes.count)
        await client.close()
    }

    @Test("a body that breaks off is an error")
    func brokenOff() async throws {
        let endings: [[FaultServer.Step]] = [[], [.reset]]
        for ending in endings {
            let server = FaultServer { _, _ in
                [.head("200 OK", "Content-Length: 10"), .send([1, 2])] + ending
            }
            defer { server.stop() }
            let reason = try await reason { try await download(server.address()) }
            #expect(reason == .brokenOff)
        }
    }

    @Test("a server that stops sending, or does not answer, times out")
    func stalls() async throws {
        let server = FaultServer { request, _ in
            switch request.target {
            case "/body": [.head("200 OK", "Content-Length: 10"), .send([1]), .stall]
            default: [.stall]
            }
        }
        defer { server.stop() }
        let limit = Duration.milliseconds(80)
        let body = try await reason {
            try await download(server.address("/body")) { $0.stallLimit = limit }
        }
        #expect(body == .stalled(limit))
        let answer = try await reason {
            try await download(server.address("/answer")) {
                // The answer has the time of both.
                $0.connectLimit = .seconds(2)
                $0.answerLimit = limit
            }
        }
        #expect(answer == .noAnswer)
        let whole = try await reason { try await download(server.address("/body"), within: limit) }
        #expect(whole == .tookTooLong(limit))
    }

    @Test("a refused connection and a reply that is not HTTP are reported")
    func wrongPlaces() async throws {
        let server = FaultServer { _, _ in [.text("SSH-2.0-OpenSSH_9.2\r\n\r\n")] }
        let free = FaultServer { _, _ in [] }
        free.stop()
        defer { server.stop() }
        let words = try await reason { try await download(server.address()) }
        guard case .notHTTP = words else {
            Issue.record("\(words)")
            return
        }
        let name = try await reason { try await download("http://nowhere.invalid/") }
        #expect(name == .unknownHost("nowhere.invalid"))
        let refused = try await reason { try await download("http://127.0.0.1:1/") }
        #expect(refused == .refused)
    }

    @Test("a cancelled request ends at once")
    func cancelling() async throws {
        let server = FaultServer { _, _ in [.stall] }
        defer { server.stop() }
        let client = WebClient(configuration: WebClientConfiguration())
        let address = try #require(WebAddress(server.address()))
        let request = WebRequest(address, from: .typed, headers: [])
        let task = Task { try await client.open(request) }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        await client.close()
        await #expect(throws: CancellationError.self) { try await client.open(request) }
        // A request that would need a new connection pool, as others are allowed to it.
        let found = WebRequest(
            try #require(WebAddress("http://a.invalid/")), from: .document(typed: nil))
        await #expect(throws: CancellationError.self) { try await client.open(found) }
    }

    @Test("closing a client cancels its requests")
    func closing() async throws {
        let (asked, question) = AsyncStream<Void>.makeStream()
        let server = FaultServer { request, _ in
            question.finish()
            return request.target == "/body" ? [.head(), .send([1]), .stall] : [.stall]
        }
        defer { server.stop() }
        let address = try #require(WebAddress(server.address("/answer")))
        let client = WebClient(configuration: WebClientConfiguration())
        let request = WebRequest(address, from: .typed, headers: [])
        let opening = Task { try await client.open(request) }
        for await _ in asked {}
        await client.close()
        await #expect(throws: CancellationError.self) { try await opening.value }

        let bodyAddress = try #require(WebAddress(server.address("/body")))
        let bodyClient = WebClient(configuration: WebClientConfiguration())
        let response = try await bodyClient.open(
            WebRequest(bodyAddress, from: .typed, headers: []))
        await #expect(throws: CancellationError.self) {
            try await response.forEachChunk { _ in await bodyClient.close() }
        }
    }
}
