import Glibc
import HTTPAccess
import TestServers
import Testing

@Suite("Content coding", .timeLimit(.minutes(2)))
struct ContentCodingTests {
    private func download(_ address: String) async throws -> WebDocument {
        let client = WebClient(configuration: WebClientConfiguration())
        let address = try #require(WebAddress(address))
        let result: Result<WebDocument, any Error>
        do {
            result = .success(
                try await client.download(
                    WebRequest(address, from: .typed, headers: []), maximumByteCount: 1000,
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
}
