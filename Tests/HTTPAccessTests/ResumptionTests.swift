import TestServers
import Testing

@testable import HTTPAccess

@Suite("The rest of a body", .timeLimit(.minutes(1)))
struct ResumptionTests {
    private static let tag = "ETag: \"a\""
    private static let acceptance = "Accept-Ranges: Bytes"
    private static let length = "Content-Length: 10"

    /// Opens the body of `server`, and requests its rest from byte 4 on. Returns the rest, if there
    /// is any, and whether it was to be expected.
    private func rest(of server: FaultServer) async throws -> (bytes: [UInt8]?, isResumable: Bool) {
        let client = WebClient(configuration: WebClientConfiguration())
        let request = WebRequest(try #require(WebAddress(server.address())), from: .typed)
        let response = try await client.open(request)
        var bytes: [UInt8]?
        if response.isResumable, case .part(let rest, _) = try await response.range(from: 4) {
            bytes = try await rest.document(maximumByteCount: 100).bytes
        }
        await client.close()
        return (bytes, response.isResumable)
    }

    @Test(
        "is taken only from the same body, at the requested place",
        arguments: [
            ("206 Partial Content", "bytes 4-9/10", true),
            ("206 Partial Content", "bytes 3-9/10", false),
            ("206 Partial Content", "bytes 4-9/11", false),
            ("206 Partial Content", "bytes 4-8/10", true), ("200 OK", "bytes 4-9/10", false),
            ("207 Multi-Status", "bytes 4-9/10", false),
        ])
    func places(status: String, range: String, isTaken: Bool) async throws {
        let server = FaultServer { _, index in
            index == 0
                ? [.head("200 OK", Self.length, Self.acceptance, Self.tag), .stall]
                : [.head(status, "Content-Length: 2", "Content-Range: \(range)"), .send([8, 9])]
        }
        defer { server.stop() }
        let rest = try await rest(of: server)
        #expect(rest.bytes == (isTaken ? [8, 9] : nil))
        #expect(rest.isResumable)
        try #require(server.requests.count == 2)
        #expect(server.requests[1].headers["range"] == "bytes=4-")
        #expect(server.requests[1].headers["if-range"] == "\"a\"")
    }

    @Test(
        "is not requested where a change would go unnoticed",
        arguments: [
            [length, acceptance], [length, tag], [acceptance, tag],
            [length, acceptance, "ETag: W/\"a\""],
            [length, "Accept-Ranges: none", tag],
        ])
    func unverifiable(headers: [String]) async throws {
        let server = FaultServer { _, _ in
            [.text((["HTTP/1.1 200 OK"] + headers).joined(separator: "\r\n") + "\r\n\r\n"), .stall]
        }
        defer { server.stop() }
        let rest = try await rest(of: server)
        #expect(rest.bytes == nil && !rest.isResumable)
        #expect(server.requests.count == 1)
    }

    /// The verdict on the answer to a request for a body's rest.
    private func verdict(_ answer: [FaultServer.Step]) async throws -> String {
        let server = FaultServer { _, index in
            index == 0
                ? [.head("200 OK", Self.length, Self.acceptance, Self.tag), .stall] : answer
        }
        defer { server.stop() }
        let client = WebClient(configuration: WebClientConfiguration())
        let request = WebRequest(try #require(WebAddress(server.address())), from: .typed)
        let response = try await client.open(request)
        let verdict: String
        do {
            verdict =
                switch try await response.range(from: 4) {
                case .part(_, let bytes): "part \(bytes)"
                case .refused: "refused"
                case .changed: "changed"
                }
        } catch let error as HTTPAccessError {
            verdict = "\(error.reason)"
        }
        await client.close()
        return verdict
    }

    @Test("an answer without the part is refused, and one of another body is a change")
    func verdicts() async throws {
        let part = "206 Partial Content"
        #expect(
            try await verdict([.head(part, "Content-Length: 6", "Content-Range: bytes 4-9/10")])
                == "part 4..<10")
        // Its length is that of the part.
        #expect(try await verdict([.head(part, "Content-Length: 6")]) == "refused")
        #expect(try await verdict([.head("200 OK", "Content-Length: 10")]) == "refused")
        #expect(try await verdict([.head("200 OK", "Content-Length: 11")]) == "changed")
        #expect(try await verdict([.head("200 OK", "ETag: \"b\"")]) == "changed")
        #expect(try await verdict([.head("416 No")]) == "refused")
        #expect(
            try await verdict([.head("404 Not Found")])
                == "\(HTTPAccessError.Reason.status(404, retryAfter: nil))")
    }

    @Test("the whole body is requested again only while it is the same")
    func again() async throws {
        for (header, isSame) in [(Self.tag, true), ("ETag: \"b\"", false)] {
            let server = FaultServer { _, index in
                [.head("200 OK", Self.length, index == 0 ? Self.tag : header), .stall]
            }
            defer { server.stop() }
            let client = WebClient(configuration: WebClientConfiguration())
            let request = WebRequest(try #require(WebAddress(server.address())), from: .typed)
            let response = try await client.open(request)
            #expect((try await response.again() != nil) == isSame)
            #expect(server.requests.map { $0.headers["range"] } == [nil, nil])
            await client.close()
        }
    }
}
