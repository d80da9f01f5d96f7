import HTTPServing
import Interlude

/// Serves a player's page and its API until it is closed.
///
/// It has its own thread for its sockets, so that pages do not delay the player's connections.
package final class PageServer: Sendable {
    package let address: PageAddress

    private let hub: EventHub
    private let responses: OpenResponses
    /// Not private: tests check what remains of it after the end.
    let server: ListeningServer
    private let sendingEvents: Task<Void, Never>

    /// The default time limit of ``close(within:)`` for each of its two waits.
    package static let closeLimit = Duration.seconds(2)

    /// Begins to serve `player`, whose events `hub` receives. Returns once the server listens.
    ///
    /// Throws a ``PageServerError``.
    package init(
        _ configuration: PageServerConfiguration, _ player: ServedPlayer, _ hub: EventHub
    ) async throws {
        let responses = OpenResponses()
        let token = configuration.neededToken
        do {
            server = try await ListeningServer(
                at: configuration.host, port: configuration.port,
                mostConnections: configuration.maximumConnectionCount,
                Self.router(player, hub, responses, token: token, configuration))
        } catch {
            throw PageServerError(error, configuration)
        }
        address = PageAddress(
            host: PageAddress.name(of: configuration.host), port: server.port, token: token,
            origin: configuration.origin)
        (self.hub, self.responses) = (hub, responses)
        player.pages.open()
        sendingEvents = Task { await hub.run() }
    }

    /// Sends the last events and the rest of the audio, and closes each connection once its client
    /// has received everything. Waits for each of the two for at most `limit`. Call once.
    package func close(within limit: Duration = closeLimit) async {
        hub.close()
        await sendingEvents.value
        await responses.waitUntilNone(within: limit)
        await server.close(within: limit)
    }
}
