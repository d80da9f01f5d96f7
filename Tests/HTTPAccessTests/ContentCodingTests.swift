import Glibc
import HTTPAccess
import TestServers
import Testing

@Suite("Content coding", .timeLimit(.minutes(2)))
struct ContentCodingTests {
    private func download(
        _ address: String, _ headers: [RequestHeader] = [], atMost limit: Int = 1000
    ) async throws -> WebDocument {
        let client = WebClient(configuration: WebClientConfiguration())
        let address = try #require(WebAddress(address))
        let result: Result<WebDocument, any Error>
        do {
            result = .success(
                try await client.download(
                    WebRequest(address, from: .typed, headers: headers), maximumByteCount: limit,
                    within: .seconds(60)))
        } catch {
            result = .failure(error)
        }
        await client.close()
        return try result.get()
    }

    private static func server(_ coding: String, status: String = "200 OK") -> FaultServer {
        FaultServer { _, _ in
            [.head(status, "Content-Encoding: \(coding)", "Content-Length: 3"), .text("abc")]
        }
    }

    @Test("none is requested")
    func request() async throws {
        let server = FaultServer { _, _ in .answer(Array("abc".utf8)) }
        defer { server.stop() }
        _ = try await download(server.address())
        #expect(server.requests.map { $0.headers["accept-encoding"] } == ["identity"])
    }

    @Test(
        "a body that is compressed all the same is refused by name",
        arguments: [
            ("gzip", "gzip"), ("GZIP", "gzip"), ("x-gzip", "x-gzip"), ("deflate", "deflate"),
            ("br", "br"), ("zstd", "zstd"), ("identity, gzip", "gzip"),
        ])
    func packed(header: String, coding: String) async throws {
        let server = Self.server(header)
        defer { server.stop() }
        let error = await #expect(throws: HTTPAccessError.self) {
            try await download(server.address())
        }
        #expect(error?.reason == .encoded(coding))
        #expect(error?.description.contains("(\(coding))") == true)
    }

    @Test(
        "a header that names no coding changes nothing",
        arguments: ["identity", "", "audio/mpeg", "utf-8"])
    func plain(header: String) async throws {
        let server = Self.server(header)
        defer { server.stop() }
        #expect(try await download(server.address()).bytes == Array("abc".utf8))
    }

    @Test("a failure status takes precedence")
    func status() async throws {
        let server = Self.server("gzip", status: "404 Not Found")
        defer { server.stop() }
        let error = await #expect(throws: HTTPAccessError.self) {
            try await download(server.address())
        }
        #expect(error?.reason == .status(404, retryAfter: nil))
    }

    @Test("I9: gzip is requested for a document, and inflated", arguments: ["gzip", "X-GZIP"])
    func inflated(header: String) async throws {
        let plain = [UInt8](repeating: 7, count: 900_000) + [1, 2, 3]
        // Two members one after the other are one body.
        let body = try Gzip.compress(plain) + Gzip.compress([4])
        let server = FaultServer { _, _ in
            [
                .head("200 OK", "Content-Encoding: \(header)", "Content-Length: \(body.count)"),
                .send(body),
            ]
        }
        defer { server.stop() }
        let document = try await download(server.address(), [.gzip], atMost: 900_004)
        #expect(document.bytes == plain + [4])
        #expect(server.requests.map { $0.headers["accept-encoding"] } == ["gzip"])
        let error = await #expect(throws: HTTPAccessError.self) {
            try await download(server.address(), [.gzip], atMost: 900_003)
        }
        #expect(error?.reason == .tooLarge(maximumByteCount: 900_003))
    }

    @Test("I9: a document need not be compressed, and may be empty", arguments: [0, 3])
    func uncompressed(count: Int) async throws {
        let body = [UInt8](repeating: 9, count: count)
        let coding = count == 0 ? "gzip" : "identity"
        let server = FaultServer { _, _ in
            [
                .head("200 OK", "Content-Encoding: \(coding)", "Content-Length: \(count)"),
                .send(body),
            ]
        }
        defer { server.stop() }
        #expect(try await download(server.address(), [.gzip]).bytes == body)
    }

    @Test("I9: a body that inflates a thousandfold ends at the limit")
    func bomb() async throws {
        let member = try Gzip.compress([UInt8](repeating: 0, count: 1 << 20))
        let server = FaultServer { _, _ in
            [.head("200 OK", "Content-Encoding: gzip")]
                + Array(repeating: .send(member), count: 64)
        }
        defer { server.stop() }
        let error = await #expect(throws: HTTPAccessError.self) {
            try await download(server.address(), [.gzip], atMost: 4 << 20)
        }
        #expect(error?.reason == .tooLarge(maximumByteCount: 4 << 20))
    }

    @Test("I9: a body of empty members without end ends at the limit")
    func emptyMembers() async throws {
        let member = try Gzip.compress([])
        let server = FaultServer { _, _ in
            [.head("200 OK", "Content-Encoding: gzip"), .pourAgain(member)]
        }
        defer { server.stop() }
        let error = await #expect(throws: HTTPAccessError.self) {
            try await download(server.address(), [.gzip], atMost: 100_000)
        }
        #expect(error?.reason == .tooLarge(maximumByteCount: 100_000))
    }

    @Test(
        "I9: a document whose gzip is damaged, cut or none, or has another coding, is an error",
        arguments: ["damaged", "cut", "none", "other"])
    func unreadable(kind: String) async throws {
        var body = try Gzip.compress((0..<200).map { UInt8($0) })
        switch kind {
        case "damaged": body[30] ^= 0xFF
        case "cut": body.removeLast(5)
        case "none": body = Array("<html>".utf8)
        default: break
        }
        let coding = kind == "other" ? "br" : "gzip"
        let server = FaultServer { [body] _, _ in
            [
                .head("200 OK", "Content-Encoding: \(coding)", "Content-Length: \(body.count)"),
                .send(body),
            ]
        }
        defer { server.stop() }
        let error = await #expect(throws: HTTPAccessError.self) {
            try await download(server.address(), [.gzip])
        }
        #expect(error?.reason == (kind == "other" ? .encoded("br") : .undecodable("gzip")))
    }

    @Test("too many open files are reported as such")
    func noFiles() async {
        await #expect(processExitsWith: .success) {
            let client = WebClient(configuration: WebClientConfiguration())
            let request = WebRequest(
                WebAddress("http://127.0.0.1:1/")!, from: .typed, headers: [])
            func reason() async -> HTTPAccessError.Reason? {
                do {
                    _ = try await client.open(request)
                    return nil
                } catch {
                    return (error as? HTTPAccessError)?.reason
                }
            }
            // The connection's handlers exist from then on.
            let before = await reason()
            precondition(before == .refused)
            var limit = rlimit(rlim_cur: 3, rlim_max: 3)
            setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            let after = await reason()
            precondition(after == .tooManyOpenFiles, "\(String(describing: after))")
        }
    }

    @Test("I9: a body in another format of zlib is damaged")
    func otherFormat() async throws {
        // The letter a in the format of zlib (RFC 1950).
        let bytes: [UInt8] = [0x78, 0x9C, 0x4B, 0x04, 0, 0, 0x62, 0, 0x62]
        let server = FaultServer { _, _ in
            [.head("200 OK", "Content-Encoding: gzip", "Content-Length: 9"), .send(bytes)]
        }
        defer { server.stop() }
        let error = await #expect(throws: HTTPAccessError.self) {
            try await download(server.address(), [.gzip])
        }
        #expect(error?.reason == .undecodable("gzip"))
    }
}
