import HTTPServing
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Interlude
import Logging
import NIOCore
import NIOPosix

/// Serves a player's page and its API until it is closed.
///
/// It has its own thread for its sockets, so that pages do not delay the player's connections.
package final class PageServer: Sendable {
    package let address: PageAddress

    private let hub: EventHub
    private let responses: OpenResponses
    private let connections: Connections
    /// Not private: tests check that it still runs after the end.
    let group: MultiThreadedEventLoopGroup
    private let serving: Task<Void, Never>
    private let sendingEvents: Task<Void, Never>

    /// The default time limit of ``close(within:)`` for each of its two waits.
    package static let closeLimit = Duration.seconds(2)

    /// The time limit for a complete request, from the end of the previous response.
    private static let requestLimit = TimeAmount.seconds(30)

    /// The time limit for silence on a connection, between and within requests.
    private static let idleLimit = TimeAmount.seconds(30)

    /// Begins to serve `player`, whose events `hub` receives. Returns once the server listens.
    ///
    /// Throws a ``PageServerError``.
    package init(
        _ configuration: PageServerConfiguration, _ player: ServedPlayer, _ hub: EventHub
    ) async throws {
        let group = EventLoopPool.take()
        let connections = Connections()
        let responses = OpenResponses()
        let (ports, announcement) = AsyncThrowingStream.makeStream(of: Int.self)
        let token = configuration.neededToken
        let application = Application(
            router: Self.router(player, hub, responses, token: token, configuration),
            server: .http1(
                configuration: .init(
                    additionalChannelHandlers: [
                        connections.handler(), SmallSendBuffer(),
                        RequestDeadline.placed(Self.requestLimit),
                    ],
                    idleTimeout: Self.idleLimit)),
            configuration: .init(
                address: .hostname(configuration.host, port: configuration.port),
                serverName: "Interlude",
                // Room for all connections at once: clients that find the queue full retry only
                // after seconds.
                backlog: configuration.maximumConnectionCount, reuseAddress: true,
                availableConnectionsDelegate: MaximumAvailableConnections(
                    configuration.maximumConnectionCount, logger: Self.logger)),
            onServerRunning: { channel in
                connections.add(channel)
                announcement.yield(channel.localAddress?.port ?? configuration.port)
            },
            eventLoopGroupProvider: .shared(group), logger: Self.logger)
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
            address = PageAddress(
                host: PageAddress.name(of: configuration.host), port: port, token: token,
                origin: configuration.origin)
        } catch {
            EventLoopPool.giveBack(group)
            throw PageServerError(error, configuration)
        }
        (self.hub, self.responses) = (hub, responses)
        (self.connections, self.group) = (connections, group)
        player.pages.open()
        sendingEvents = Task { await hub.run() }
    }

    private static let logger = Logger(label: "interlude.web") { _ in SwiftLogNoOpLogHandler() }

    /// Sends the last events and the rest of the audio, and closes each connection once its client
    /// has received everything. Waits for each of the two for at most `limit`. Call once.
    package func close(within limit: Duration = closeLimit) async {
        hub.close()
        await sendingEvents.value
        await responses.waitUntilNone(within: limit)
        await connections.finish(within: TimeAmount(limit))
        await serving.value
        EventLoopPool.giveBack(group)
    }
}
