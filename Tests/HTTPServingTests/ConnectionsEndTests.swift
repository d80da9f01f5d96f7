import HTTPServing
import NIOCore
import NIOPosix
import Testing

@Suite("The end of a server's connections")
struct ConnectionsEndTests {
    private static let byteCount = 4 << 20

    enum Client: CaseIterable {
        /// Closes its side once it has received everything.
        case polite
        /// Never closes its side.
        case stubborn
    }

    @Test(
        "comes after a client has received everything, but not after a limit",
        arguments: Client.allCases)
    func finish(kind: Client) async throws {
        let connections = Connections {}
        let accepted = AsyncStream<any Channel>.makeStream()
        let server = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .serverChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(connections.handler())
                }
            }
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(connections.handler())
                    accepted.continuation.yield(channel)
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        let address = try #require(server.localAddress)
        let received = AsyncStream<Int>.makeStream()
        let client = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .channelOption(.allowRemoteHalfClosure, value: kind == .stubborn)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(
                        ByteCounter(total: received.continuation))
                }
            }
            .connect(to: address).get()
        var arrivals = accepted.stream.makeAsyncIterator()
        let connection = try #require(await arrivals.next())
        connection.writeAndFlush(ByteBuffer(repeating: 1, count: Self.byteCount), promise: nil)

        // Within the hour that a polite client has, the test would not end.
        await connections.finish(within: kind == .polite ? .hours(1) : .seconds(1))
        #expect(!connection.isActive)
        #expect(!server.isActive)
        var totals = received.stream.makeAsyncIterator()
        if kind == .polite { #expect(await totals.next() == Self.byteCount) }
        // try?: it may be closed already.
        try? await client.close().get()
    }
}

/// Counts the bytes that a client receives until its connection is closed.
private final class ByteCounter: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let total: AsyncStream<Int>.Continuation
    private var count = 0

    init(total: AsyncStream<Int>.Continuation) { self.total = total }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        count += unwrapInboundIn(data).readableBytes
    }

    func channelInactive(context: ChannelHandlerContext) { total.yield(count) }
}
