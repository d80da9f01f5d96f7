import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOPosix

/// A server that listens from its creation until it is closed, on a thread of its own.
package final class ListeningServer: Sendable {
    /// The port at which it listens.
    package let port: Int

    /// Not private: tests check that it still runs after the end.
    package let group: MultiThreadedEventLoopGroup

    private let pool: EventLoopPool
    private let connections: Connections
    private let serving: Task<Void, Never>

    /// The time limit for a complete request, from the end of the previous response, and for silence
    /// on a connection, between and within requests.
    private static let timeLimit = TimeAmount.seconds(30)

    /// Begins to serve `router` at `host`, a name or address of this machine. Returns once the server
    /// listens. `port` 0 selects a free one. More than `mostConnections` wait. The thread is one of
    /// `pool`.
    ///
    /// Throws the error of the system or of the name's lookup if it cannot listen.
    package init(
        at host: String, port: Int, mostConnections: Int, on pool: EventLoopPool = .shared,
        _ router: Router<ConnectionContext>
    ) async throws {
        let group = pool.take()
        let connections = Connections()
        let (ports, announcement) = AsyncThrowingStream.makeStream(of: Int.self)
        let logger = Logger(label: "interlude.server") { _ in SwiftLogNoOpLogHandler() }
        let application = Application(
            router: router,
            server: .http1(
                configuration: .init(
                    additionalChannelHandlers: [
                        connections.handler(), SmallSendBuffer(),
                        RequestDeadline.placed(Self.timeLimit),
                    ],
                    idleTimeout: Self.timeLimit)),
            configuration: .init(
                address: .hostname(host, port: port), serverName: "Interlude",
                // Room for all connections at once: clients that find the queue full retry only
                // after seconds.
                backlog: mostConnections, reuseAddress: true,
                availableConnectionsDelegate: MaximumAvailableConnections(
                    mostConnections, logger: logger)),
            onServerRunning: { channel in
                connections.add(channel)
                announcement.yield(channel.localAddress?.port ?? port)
            },
            eventLoopGroupProvider: .shared(group), logger: logger)
        // Unstructured, so that cancelling the caller does not cancel the server.
        serving = Task {
            do {
                try await application.run()
                announcement.finish()
            } catch {
                announcement.finish(throwing: error)
            }
        }
        do {
            var found = ports.makeAsyncIterator()
            guard let port = try await found.next() else { throw CancellationError() }
            self.port = port
        } catch {
            pool.giveBack(group)
            throw error
        }
        (self.connections, self.group, self.pool) = (connections, group, pool)
    }

    /// Closes each connection once its client has received everything, after at most `limit`. Call
    /// once.
    package func close(within limit: Duration) async {
        await connections.finish(within: TimeAmount(limit))
        await serving.value
        pool.giveBack(group)
    }
}
