import HTTPServing
import NIOCore
import NIOEmbedded
import NIOHTTP1
import Testing

@Suite("The deadline of a request")
struct RequestDeadlineTests {
    /// A server's connection with a deadline of 30 s.
    private static func connection() throws -> EmbeddedChannel {
        let channel = EmbeddedChannel()
        try channel.pipeline.syncOperations.configureHTTPServerPipeline()
        try channel.pipeline.syncOperations.addHandler(RequestDeadline.placed(.seconds(30)))
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        return channel
    }

    /// Sends one byte of `text` every 29 s while the connection is open. Returns their number.
    private static func drip(_ text: String, into channel: EmbeddedChannel) throws -> Int {
        var count = 0
        for byte in text.utf8 where channel.isActive {
            try channel.writeInbound(ByteBuffer(bytes: [byte]))
            count += 1
            channel.embeddedEventLoop.advanceTime(by: .seconds(29))
        }
        return count
    }

    private static func answer(_ channel: EmbeddedChannel) throws {
        let head = HTTPResponseHead(
            version: .http1_1, status: .ok, headers: ["Content-Length": "0"])
        try channel.writeOutbound(HTTPServerResponsePart.head(head))
        try channel.writeOutbound(HTTPServerResponsePart.end(nil))
    }

    @Test("covers the whole head, however its bytes arrive")
    func head() throws {
        let channel = try Self.connection()
        #expect(try Self.drip("GET / HTTP/1.1\r\nHost: a\r\n\r\n", into: channel) == 2)
        #expect(!channel.isActive)
    }

    @Test("covers the whole body as well")
    func body() throws {
        let channel = try Self.connection()
        try channel.writeInbound(
            ByteBuffer(string: "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n"))
        #expect(try Self.drip(String(repeating: "x", count: 100), into: channel) == 2)
    }

    @Test("does not cover the response, and restarts after it")
    func answer() throws {
        let channel = try Self.connection()
        try channel.writeInbound(ByteBuffer(string: "GET / HTTP/1.1\r\nHost: a\r\n\r\n"))
        channel.embeddedEventLoop.advanceTime(by: .hours(5))
        #expect(channel.isActive)
        try Self.answer(channel)
        channel.embeddedEventLoop.advanceTime(by: .seconds(29))
        #expect(channel.isActive)
        #expect(try Self.drip("GET / HTTP/1.1\r\n", into: channel) == 1)
    }

    @Test("continues for the rest of a request that was answered early")
    func early() throws {
        let channel = try Self.connection()
        try channel.writeInbound(
            ByteBuffer(string: "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n"))
        channel.embeddedEventLoop.advanceTime(by: .seconds(20))
        try Self.answer(channel)
        channel.embeddedEventLoop.advanceTime(by: .seconds(11))
        #expect(!channel.isActive)
    }

    @Test("does not cover a second request that is answered together with the first")
    func pipelined() throws {
        let channel = try Self.connection()
        let request = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"
        try channel.writeInbound(ByteBuffer(string: request + request))
        try Self.answer(channel)
        channel.embeddedEventLoop.advanceTime(by: .hours(5))
        #expect(channel.isActive)
    }

    @Test("closes a connection with more waiting requests than the limit, and handles no more")
    func tooMany() throws {
        let channel = try Self.connection()
        let limit = 32
        #expect(RequestDeadline.pipelineLimit == limit)
        let waiting = RequestCounter()
        let pipeline = channel.pipeline.syncOperations
        let deadline = try pipeline.handler(type: RequestDeadline.self)
        try pipeline.addHandler(waiting, position: .after(deadline))
        let request = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"
        try channel.writeInbound(ByteBuffer(string: String(repeating: request, count: limit)))
        #expect(channel.isActive)
        try channel.writeInbound(ByteBuffer(string: String(repeating: request, count: 1000)))
        #expect(!channel.isActive)
        #expect(waiting.count == limit)
    }

    @Test("is no reason to serve a connection that has no request decoder")
    func noDecoder() throws {
        let channel = EmbeddedChannel()
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        try channel.pipeline.syncOperations.addHandler(RequestDeadline.placed(.seconds(30)))
        #expect(!channel.isActive)
    }

    @Test("ends with its handler, and passes on that the connection began and ended")
    func removed() throws {
        let channel = EmbeddedChannel()
        let passed = StateCounter()
        let deadline = RequestDeadline(.seconds(30))
        try channel.pipeline.syncOperations.addHandlers([deadline, passed])
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        #expect(passed.beginnings == 1)
        try channel.pipeline.syncOperations.removeHandler(deadline).wait()
        channel.embeddedEventLoop.advanceTime(by: .hours(1))
        #expect(channel.isActive)
        try channel.pipeline.syncOperations.addHandler(
            RequestDeadline(.seconds(30)), position: .first)
        channel.embeddedEventLoop.advanceTime(by: .seconds(29))
        #expect(channel.isActive)
        channel.embeddedEventLoop.advanceTime(by: .seconds(1))
        #expect(!channel.isActive)
        #expect(passed.ends == 1)
    }

    @Test("does not begin again with the body of a request")
    func slowHead() throws {
        let channel = try Self.connection()
        channel.embeddedEventLoop.advanceTime(by: .seconds(20))
        try channel.writeInbound(
            ByteBuffer(string: "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n"))
        channel.embeddedEventLoop.advanceTime(by: .seconds(9))
        #expect(channel.isActive)
        channel.embeddedEventLoop.advanceTime(by: .seconds(1))
        #expect(!channel.isActive)
    }

    @Test("covers a request that begins to arrive during the response to another one")
    func slowSecond() throws {
        let channel = try Self.connection()
        try channel.writeInbound(
            ByteBuffer(
                string: "GET / HTTP/1.1\r\nHost: a\r\n\r\n"
                    + "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n"))
        channel.embeddedEventLoop.advanceTime(by: .seconds(29))
        #expect(channel.isActive)
        channel.embeddedEventLoop.advanceTime(by: .seconds(1))
        #expect(!channel.isActive)
    }

    @Test("is one, also if a connection begins a second time")
    func again() throws {
        let channel = try Self.connection()
        channel.pipeline.fireChannelActive()
        try channel.writeInbound(ByteBuffer(string: "GET / HTTP/1.1\r\nHost: a\r\n\r\n"))
        channel.embeddedEventLoop.advanceTime(by: .hours(1))
        #expect(channel.isActive)
    }

    @Test("keeps no connection once it is closed")
    func release() throws {
        weak var released: EmbeddedChannel?
        let loop = EmbeddedEventLoop()
        do {
            let channel = EmbeddedChannel(loop: loop)
            released = channel
            try channel.pipeline.syncOperations.addHandler(RequestDeadline(.hours(1)))
            try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
            try channel.close().wait()
            loop.run()
        }
        #expect(released == nil)
    }

    @Test("lets a client send as many requests as it likes if it waits for their responses")
    func patient() throws {
        let channel = try Self.connection()
        for _ in 0..<(2 * RequestDeadline.pipelineLimit) {
            try channel.writeInbound(ByteBuffer(string: "GET / HTTP/1.1\r\nHost: a\r\n\r\n"))
            try Self.answer(channel)
        }
        #expect(channel.isActive)
    }
}

/// Counts the requests that reach it.
private final class RequestCounter: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    private(set) var count = 0

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if case .head = unwrapInboundIn(data) { count += 1 }
        context.fireChannelRead(data)
    }
}

/// Counts how often it learns that a connection has begun and ended.
private final class StateCounter: ChannelInboundHandler {
    typealias InboundIn = NIOAny
    private(set) var beginnings = 0
    private(set) var ends = 0

    func channelActive(context: ChannelHandlerContext) { beginnings += 1 }
    func channelInactive(context: ChannelHandlerContext) { ends += 1 }
}
