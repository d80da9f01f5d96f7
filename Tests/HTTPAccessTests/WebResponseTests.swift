import TestServers
import Testing

@testable import HTTPAccess

@Suite("The head of a response", .timeLimit(.minutes(1)))
struct WebResponseTests {
    private func response(_ headers: String...) async throws -> WebResponse {
        let server = FaultServer { _, _ in
            [.text((["HTTP/1.1 200 OK"] + headers).joined(separator: "\r\n") + "\r\n\r\n")]
        }
        defer { server.stop() }
        let client = WebClient(configuration: WebClientConfiguration())
        let request = WebRequest(try #require(WebAddress(server.address("/a"))), from: .typed)
        let response = try await client.open(request)
        await client.close()
        return response
    }

    @Test("declares the size of the body, which may be nothing")
    func length() async throws {
        #expect(try await response("Content-Length: 0").contentLength == 0)
        #expect(try await response("Content-Length: 5").contentLength == 5)
        #expect(try await response().contentLength == nil)
    }

    @Test(
        "declares its type, in any case and with or without more",
        arguments: [
            ("audio/mpeg", "audio/mpeg"), (" Audio/MPEG ; x=y", "audio/mpeg"), ("", nil),
            ("audio/mpeg ignored", "audio/mpeg"), (";x=y", nil),
        ])
    func type(text: String, type: String?) async throws {
        let response = try await response("Content-Type: \(text)", "X-Key:  some words ")
        #expect(response.contentType == type)
        #expect(response[header: "x-KEY"] == "some words")
        #expect(response.status == 200 && response.address.pathAndQuery == "/a")
    }
}
