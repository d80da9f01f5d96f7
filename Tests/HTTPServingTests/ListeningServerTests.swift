import Glibc
import Hummingbird
import NIOCore
import NIOPosix
import Synchronization
import TestServers
import Testing

@testable import HTTPServing

@Suite("A server that listens", .timeLimit(.minutes(1)))
struct ListeningServerTests {
    private static func server(
        port: Int = 0, mostConnections: Int = 10, on pool: EventLoopPool = EventLoopPool()
    ) async throws -> ListeningServer {
        let router = Router(context: ConnectionContext.self)
        router.get("/") { _, context in "I am a server for a \(context.role.rawValue)" }
        return try await ListeningServer(
            at: "127.0.0.1", port: port, mostConnections: mostConnections, on: pool, router)
    }

    @Test("answers at its port until it is closed")
    func answers() async throws {
        let server = try await Self.server()
        let address = "http://127.0.0.1:\(server.port)/"
        let answer = try Command(["curl", "-si", address]).successful().output
        #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
        #expect(answer.contains("Server: Interlude\r\n"))
        #expect(answer.hasSuffix("I am a server for a stranger"))
        let client = try await Client(port: server.port)
        try await client.ask()
        #expect(await client.isAnswered())
        await server.close(within: .seconds(20))
        #expect(await !client.isAnswered())
        #expect(try Command(["curl", "-s", address]).status == 7)
        // Another one can have the port at once.
        let next = try await Self.server(port: server.port)
        #expect(next.port == server.port)
        #expect(try Command(["curl", "-s", address]).status == 0)
        await next.close(within: .seconds(20))
    }

    @Test("cannot listen where another one does, and leaves nothing behind")
    func refused() async throws {
        let pool = EventLoopPool()
        let group = pool.take()
        pool.giveBack(group)
        let server = try await Self.server()
        let error = await #expect(throws: IOError.self) {
            _ = try await Self.server(port: server.port, on: pool)
        }
        #expect(error?.errnoCode == EADDRINUSE)
        #expect(pool.take() === group)
        await server.close(within: .seconds(20))
    }

    @Test("has a thread to itself, which the next one gets")
    func threads() async throws {
        let pool = EventLoopPool()
        let first = try await Self.server(on: pool)
        let second = try await Self.server(on: pool)
        #expect(first.group !== second.group)
        #expect(first.group.makeIterator().map { $0 }.count == 1)
        await first.close(within: .seconds(20))
        let third = try await Self.server(on: pool)
        #expect(third.group === first.group)
        await second.close(within: .seconds(20))
        await third.close(within: .seconds(20))
    }

    @Test("serves only so many connections at a time; the others wait for their end")
    func most() async throws {
        let server = try await Self.server(mostConnections: 1)
        let first = try await Client(port: server.port)
        try await first.ask()
        #expect(await first.isAnswered())
        let second = try await Client(port: server.port)
        try await second.ask()
        let isEarly = Mutex(true)
        let waiting = Task {
            let isAnswered = await second.isAnswered()
            return isAnswered && !isEarly.withLock { $0 }
        }
        for _ in 0..<10 {
            try await first.ask()
            #expect(await first.isAnswered())
        }
        isEarly.withLock { $0 = false }
        try await first.channel.close()
        #expect(await waiting.value)
        try await second.channel.close()
        await server.close(within: .seconds(20))
    }

    @Test("limits what the system keeps for a client that does not read")
    func sendBuffer() async throws {
        let server = try await Self.server()
        let channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(SmallSendBuffer())
                }
            }
            .connect(host: "127.0.0.1", port: server.port).get()
        // Linux doubles it.
        #expect(try await channel.getOption(.socketOption(.so_sndbuf)).get() == 64 * 1024)
        try await channel.close()
        await server.close(within: .seconds(20))
    }
}

/// A connection of a client that asks again and again.
private final class Client: Sendable {
    let channel: any Channel
    private let answers: AsyncStream<Void>

    init(port: Int) async throws {
        let (answers, teller) = AsyncStream.makeStream(of: Void.self)
        self.answers = answers
        channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(AnswerReader(teller))
                }
            }
            .connect(host: "127.0.0.1", port: port).get()
    }

    func ask() async throws {
        let request = ByteBuffer(string: "GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        try await channel.writeAndFlush(request)
    }

    /// Waits for the next answer. Returns `false` if none comes any more.
    func isAnswered() async -> Bool {
        for await _ in answers { return true }
        return false
    }
}

/// Tells each whole answer of the server above.
private final class AnswerReader: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let teller: AsyncStream<Void>.Continuation
    private var text = ""

    init(_ teller: AsyncStream<Void>.Continuation) { self.teller = teller }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        text += String(buffer: unwrapInboundIn(data))
        guard text.hasSuffix("stranger") else { return }
        text = ""
        teller.yield()
    }

    func channelInactive(context: ChannelHandlerContext) { teller.finish() }
}
