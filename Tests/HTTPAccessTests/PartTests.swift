import TestServers
import Testing

@testable import HTTPAccess

@Suite("A part of a body", .timeLimit(.minutes(1)))
struct PartTests {
    private static let whole = (0..<100).map { UInt8($0) }

    /// The bytes from 10 to 20 of what `steps` send.
    private func part(_ steps: [FaultServer.Step]) async throws -> [UInt8] {
        let server = FaultServer { request, _ in
            request.headers["range"] == "bytes=10-19" ? steps : []
        }
        defer { server.stop() }
        let client = WebClient(configuration: WebClientConfiguration())
        let result: Result<WebDocument, any Error>
        do {
            let request = WebRequest(
                try #require(WebAddress(server.address("/a"))), from: .typed)
            result = .success(
                try await client.download(request, bytes: 10..<20, within: .seconds(20)))
        } catch {
            result = .failure(error)
        }
        await client.close()
        let document = try result.get()
        #expect(document.contentType == "audio/mpeg")
        #expect(document.address.description == server.address("/a"))
        return document.bytes
    }

    private static func head(_ status: String, range: String? = nil) -> FaultServer.Step {
        .head(
            status, "Content-Type: audio/mpeg",
            range.map { "Content-Range: bytes \($0)" } ?? "X-None: 1")
    }

    /// The bytes in `range` of the whole body, in chunks of `length`.
    private static func chunks(_ range: Range<Int>, of length: Int) -> [FaultServer.Step] {
        stride(from: range.lowerBound, to: range.upperBound, by: length).map { start in
            .send(Array(whole[start..<min(start + length, range.upperBound)]))
        }
    }

    @Test(
        "is what a server sends of it, from wherever, in chunks of any size",
        arguments: [1, 3, 10, 100],
        [
            ("206 Partial Content", "10-19/100", 10..<20),
            ("206 Partial Content", "5-24/100", 5..<25),
            ("200 OK", nil, 0..<100), ("200 OK", "10-19/100", 0..<100), ("200 OK", nil, 0..<20),
            ("206 Partial Content", nil, 0..<20),
        ] as [(String, String?, Range<Int>)])
    func parts(length: Int, answer: (status: String, range: String?, sent: Range<Int>)) async throws
    {
        let steps =
            [Self.head(answer.status, range: answer.range)]
            + Self.chunks(answer.sent, of: length)
        #expect(try await part(steps) == Array(10..<20))
    }

    @Test("is complete before the body ends: no more is awaited")
    func early() async throws {
        let steps = [Self.head("200 OK")] + Self.chunks(0..<20, of: 100) + [.stall]
        #expect(try await part(steps) == Array(10..<20))
    }

    @Test(
        "that is not whole is an error",
        arguments: [
            ("206 Partial Content", "10-18/100", 10..<19),
            ("206 Partial Content", "11-30/100", 11..<31),
            ("206 Partial Content", "20-39/100", 20..<40), ("200 OK", nil, 0..<19),
            ("200 OK", nil, 0..<5), ("200 OK", nil, 0..<0),
        ] as [(String, String?, Range<Int>)])
    func incomplete(status: String, range: String?, sent: Range<Int>) async throws {
        for length in [1, 100] {
            let steps = [Self.head(status, range: range)] + Self.chunks(sent, of: length)
            let error = await #expect(throws: HTTPAccessError.self) { try await part(steps) }
            #expect(error?.reason == .brokenOff)
        }
    }

    @Test("has a time limit")
    func limit() async throws {
        let server = FaultServer { _, _ in [.stall] }
        defer { server.stop() }
        let client = WebClient(configuration: WebClientConfiguration())
        let request = WebRequest(try #require(WebAddress(server.address())), from: .typed)
        let error = await #expect(throws: HTTPAccessError.self) {
            try await client.download(request, bytes: 0..<1, within: .milliseconds(20))
        }
        #expect(error?.reason == .tookTooLong(.milliseconds(20)))
        await client.close()
    }
}
