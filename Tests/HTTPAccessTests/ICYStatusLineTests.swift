import NIOCore
import NIOEmbedded
import TestServers
import Testing

@testable import HTTPAccess

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

    @Test(
        "is translated however it arrives, and any other one is left as it is",
        arguments: [
            ("ICY 200 OK\r\n", "HTTP/1.0 200 OK\r\n"), ("ICY ", "HTTP/1.0 "),
            ("HTTP/1.1 200 OK\r\n", "HTTP/1.1 200 OK\r\n"), ("ICE 200 OK", "ICE 200 OK"),
            ("IC 200", "IC 200"), ("ICY\r\n", "ICY\r\n"), ("icy 200", "icy 200"),
            ("ICY ICY ICY ", "HTTP/1.0 ICY ICY "),
        ])
    func translated(old: String, new: String) throws {
        for length in [1, 2, 3, 4, 5, 100] {
            let channel = EmbeddedChannel(handler: ICYStatusLineHandler())
            var rest = Array(old.utf8)[...]
            while !rest.isEmpty {
                try channel.writeInbound(ByteBuffer(bytes: rest.prefix(length)))
                rest = rest.dropFirst(length)
            }
            var text = ""
            while let buffer = try channel.readInbound(as: ByteBuffer.self) {
                text += String(buffer: buffer)
            }
            #expect(text == new)
        }
    }

    @Test("is handed on as soon as it is decided")
    func prompt() throws {
        let channel = EmbeddedChannel(handler: ICYStatusLineHandler())
        try channel.writeInbound(ByteBuffer(string: "ICY"))
        #expect(try channel.readInbound(as: ByteBuffer.self) == nil)
        try channel.writeInbound(ByteBuffer(string: "x"))
        #expect(try channel.readInbound(as: ByteBuffer.self) == ByteBuffer(string: "ICYx"))
        try channel.writeInbound(ByteBuffer(string: "I"))
        #expect(try channel.readInbound(as: ByteBuffer.self) == ByteBuffer(string: "I"))
    }
}
