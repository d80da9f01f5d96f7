import HTTPServing
import NIOCore
import NIOEmbedded
import Synchronization
import Testing

@Suite("The connections of a server")
struct ConnectionsTests {
    /// Opens as many connections as the first number says, and closes as many as the second.
    /// Returns how often memory was returned to the system.
    private static func returns(opened: Int, closed: Int) throws -> Int {
        let count = Atomic(0)
        let connections = Connections { count.add(1, ordering: .relaxed) }
        let loop = EmbeddedEventLoop()
        let channels = (0..<opened).map { _ in EmbeddedChannel(loop: loop) }
        for channel in channels { connections.add(channel) }
        for channel in channels.prefix(closed) { try channel.close().wait() }
        loop.advanceTime(by: .milliseconds(999))
        #expect(count.load(ordering: .relaxed) == 0, "their buffers are not freed yet")
        loop.advanceTime(by: .milliseconds(1))
        return count.load(ordering: .relaxed)
    }

    @Test(
        "return memory to the system when three quarters of a crowd have left",
        arguments: [(8, 5, 0), (8, 6, 1), (8, 8, 1), (500, 374, 0), (500, 375, 1), (500, 500, 3)])
    func crowd(opened: Int, closed: Int, returns: Int) throws {
        #expect(try Self.returns(opened: opened, closed: closed) == returns)
    }

    @Test("return none for the connections of one browser")
    func browser() throws {
        #expect(try Self.returns(opened: 7, closed: 7) == 0)
    }

    /// A connection of which `connections` knows, and which is open.
    private static func connection(
        of connections: Connections, on loop: EmbeddedEventLoop = EmbeddedEventLoop()
    ) throws -> EmbeddedChannel {
        let channel = EmbeddedChannel(loop: loop)
        try channel.pipeline.syncOperations.addHandler(connections.handler())
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        return channel
    }

    @Test("are all closed together")
    func close() throws {
        let connections = Connections {}
        let channels = try (0..<3).map { _ in try Self.connection(of: connections) }
        try channels[0].close().wait()
        #expect(channels.map(\.isActive) == [false, true, true])
        connections.close()
        #expect(channels.map(\.isActive) == [false, false, false])
    }

    @Test("are closed if they come after the end")
    func late() throws {
        let connections = Connections {}
        connections.close()
        let loop = EmbeddedEventLoop()
        let channel = try Self.connection(of: connections, on: loop)
        // Not before they are set up.
        #expect(channel.isActive)
        loop.run()
        #expect(!channel.isActive)
    }

    @Test("are kept by nobody once they are closed")
    func release() throws {
        let connections = Connections {}
        weak var released: EmbeddedChannel?
        do {
            let channel = try Self.connection(of: connections)
            released = channel
            #expect(released != nil)
            try channel.close().wait()
            channel.embeddedEventLoop.run()
        }
        #expect(released == nil)
        connections.close()
    }

    @Test("are closed if they come after the end was to be polite, and kept by nobody")
    func lateAfterFinish() async throws {
        let connections = Connections {}
        weak var released: NIOAsyncTestingChannel?
        do {
            let channel = NIOAsyncTestingChannel()
            released = channel
            try await channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).get()
            connections.add(channel)
            // A connection without an output to close is closed at once.
            await connections.finish(within: .hours(1))
            #expect(!channel.isActive)
            await channel.testingEventLoop.run()
        }
        #expect(released == nil)
        let late = NIOAsyncTestingChannel()
        try await late.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).get()
        connections.add(late)
        await late.testingEventLoop.run()
        #expect(!late.isActive)
    }
}
