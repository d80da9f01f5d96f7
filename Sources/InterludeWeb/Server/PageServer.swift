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
/// It has a thread of its own for its sockets, so that what pages do is not felt by the player's
/// own connections.
package final class PageServer: Sendable {
    /// How the page is found.
    package let address: PageAddress

    private let hub: EventHub
    private let responses: OpenResponses
    private let connections: Connections
    /// Not private: tests ask whether it still works.
    let group: MultiThreadedEventLoopGroup
    private let serving: Task<Void, Never>
    private let telling: Task<Void, Never>

    /// How long an end waits for responses to be written, and then for clients to take them.
    package static let lastWait = Duration.seconds(2)

    /// How long a request may take to come as a whole, from the answer before it on.
    private static let requestLimit = TimeAmount.seconds(30)

    /// How long a connection may be silent between requests, and in the middle of one.
    private static let idleLimit = TimeAmount.seconds(30)

    /// Begins to serve `player`, of which `hub` tells. Returns once the page can be asked for.
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
                // All may come at once: who finds no place in this queue tries again after
                // seconds, and after twice as many each time.
                backlog: configuration.mostConnections, reuseAddress: true,
                availableConnectionsDelegate: MaximumAvailableConnections(
                    configuration.mostConnections, logger: Self.logger)),
            onServerRunning: { channel in
                connections.add(channel)
                announcement.yield(channel.localAddress?.port ?? configuration.port)
            },
            eventLoopGroupProvider: .shared(group), logger: Self.logger)
        // A task of its own, which the cancellation of this one does not reach.
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
        telling = Task { await hub.run() }
    }

    private static let logger = Logger(label: "interlude.web") { _ in SwiftLogNoOpLogHandler() }

    /// Sends every listener the last events and the rest of the sound, and closes each connection
    /// once its client has taken that. Waits at most `limit` for each of the two. Call once.
    package func close(within limit: Duration = lastWait) async {
        hub.close()
        await telling.value
        await responses.waitUntilNone(within: limit)
        await connections.finish(within: TimeAmount(limit))
        await serving.value
        EventLoopPool.giveBack(group)
    }
}
