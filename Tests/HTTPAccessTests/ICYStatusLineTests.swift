import Foundation
import HTTPAccess
import TestServers
import Testing

@Suite("Status line of old servers", .timeLimit(.minutes(1)))
struct ICYStatusLineTests {
    @Test("only the beginning of a response is translated")
    func body() async throws {
        let received = Gate()
        let server = FaultServer { _, _ in
            [.text("ICY 200 OK\r\n\r\nfirst "), .wait(received), .text("ICY second")]
        }
        defer { server.stop() }
        let client = WebClient(configuration: WebClientConfiguration())
        let document = try await client.download(
            WebRequest(try #require(WebAddress(server.address())), from: .typed),
            maximumByteCount: 100, within: .seconds(20)
        ) { count in
            if count > 0 { received.open() }
        }
        #expect(String(decoding: document.bytes, as: UTF8.self) == "first ICY second")
        await client.close()
    }

    @Test("a response that ends in its first word broke off")
    func cut() async throws {
        let server = FaultServer { _, _ in [.text("IC")] }
        defer { server.stop() }
        let client = WebClient(configuration: WebClientConfiguration())
        let request = WebRequest(try #require(WebAddress(server.address())), from: .typed)
        let error = await #expect(throws: HTTPAccessError.self) { try await client.open(request) }
        #expect(error?.reason == .brokenOff)
        await client.close()
    }
}
