import HTTPServing
import Hummingbird
import HummingbirdCore
import Logging
import MediaTime
import NIOCore
import NIOPosix

/// Serves the page and the metrics until it is closed, on a thread of its own.
final class MonitorServer: Sendable {
    /// `http://HOST:PORT/`.
    let address: String

    private let connections: Connections
    /// Never shut down: remains of a server may call it after the last task has ended.
    private let group: MultiThreadedEventLoopGroup
    private let serving: Task<Void, Never>

    /// The time limit for a complete request, and for silence on a connection.
    private static let requestLimit = TimeAmount.seconds(30)
    private static let mostConnections = 100

    /// Begins to serve what `snapshot` returns. Returns once the server listens.
    ///
    /// Throws a ``MonitorFailure``.
    init(
        at address: StationList.ListenAddress,
        _ snapshot: @escaping @Sendable () -> MonitorSnapshot
    ) async throws {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let connections = Connections()
        let (ports, announcement) = AsyncThrowingStream.makeStream(of: Int.self)
        let logger = Logger(label: "interlude.monitor") { _ in SwiftLogNoOpLogHandler() }
        let routes = MonitorRoutes(hosts: HostRule(listeningAt: address.host), snapshot: snapshot)
        let application = Application(
            router: routes.router,
            server: .http1(
                configuration: .init(
                    additionalChannelHandlers: [
                        connections.handler(), RequestDeadline.placed(Self.requestLimit),
                    ],
                    idleTimeout: Self.requestLimit)),
            configuration: .init(
                address: .hostname(address.host, port: address.port), serverName: "Interlude",
                reuseAddress: true,
                availableConnectionsDelegate: MaximumAvailableConnections(
                    Self.mostConnections, logger: logger)),
            onServerRunning: { channel in
                connections.add(channel)
                announcement.yield(channel.localAddress?.port ?? address.port)
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
            let host = address.host.contains(":") ? "[\(address.host)]" : address.host
            self.address = "http://\(host):\(port)/"
        } catch {
            throw MonitorFailure(error, at: address)
        }
        (self.connections, self.group) = (connections, group)
    }

    /// Closes each connection once its client has received everything, after at most `limit`.
    func close(within limit: Duration) async {
        await connections.finish(within: TimeAmount(limit))
        await serving.value
    }
}
