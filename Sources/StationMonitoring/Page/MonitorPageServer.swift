import HTTPServing
import MediaTime

/// Serves the page and the metrics until it is closed.
final class MonitorPageServer: Sendable {
    /// `http://HOST:PORT/`.
    let address: String

    private let server: ListeningServer

    private static let mostConnections = 100

    /// Begins to serve what `snapshot` returns. Returns once the server listens.
    ///
    /// Throws a ``MonitorFailure``.
    init(
        at address: StationList.ListenAddress,
        _ snapshot: @escaping @Sendable () -> MonitorSnapshot
    ) async throws {
        let routes = MonitorRoutes(hosts: HostRule(listeningAt: address.host), snapshot: snapshot)
        do {
            server = try await ListeningServer(
                at: address.host, port: address.port, mostConnections: Self.mostConnections,
                routes.router)
        } catch {
            throw MonitorFailure(error, at: address)
        }
        let host = address.host.contains(":") ? "[\(address.host)]" : address.host
        self.address = "http://\(host):\(server.port)/"
    }

    /// Closes each connection once its client has received everything, after at most `limit`.
    func close(within limit: Duration) async {
        await server.close(within: limit)
    }
}
