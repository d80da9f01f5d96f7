import AsyncHTTPClient
import NIOCore
import NIOSSL

extension HTTPClient.Configuration {
    /// The configuration of the client for `route`.
    init(for route: ConnectionRoute, as configuration: WebClientConfiguration) {
        var security = TLSConfiguration.makeClientConfiguration()
        if let file = configuration.certificateFile { security.trustRoots = .file(file) }
        self.init(
            tlsConfiguration: security,
            // WebClient follows redirects itself, because it must check each step.
            redirectConfiguration: .disallow,
            timeout: Timeout(connect: TimeAmount(configuration.connectLimit)))
        // The caller decides whether to retry, and learns at once why it failed.
        connectionPool.retryConnectionEstablishment = false
        // A reused connection may be closing at that moment; streams and spots come one by one.
        maximumUsesPerConnection = 1
        httpVersion = .http1Only
        http1_1ConnectionDebugInitializer = { channel in route.setUp(channel) }
        if case .tunnelled(let proxy) = route {
            self.proxy = .server(
                host: proxy.host, port: proxy.port,
                authorization: proxy.basicCredentials.map { .basic(credentials: $0) })
        }
    }
}
