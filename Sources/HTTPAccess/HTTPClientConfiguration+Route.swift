import AsyncHTTPClient
import NIOCore
import NIOSSL

extension HTTPClient.Configuration {
    /// What the client for `route` is to do, and not to do, by itself.
    init(for route: ConnectionRoute, as configuration: WebClientConfiguration) {
        var security = TLSConfiguration.makeClientConfiguration()
        if let file = configuration.certificateFile { security.trustRoots = .file(file) }
        self.init(
            tlsConfiguration: security,
            // Each step has to be checked, so WebClient follows redirects itself.
            redirectConfiguration: .disallow,
            timeout: Timeout(connect: TimeAmount(configuration.connectLimit)))
        // Who asks decides whether to try again, and learns at once why it failed.
        connectionPool.retryConnectionEstablishment = false
        // A connection that is used again may just be closing; streams and spots come one by one.
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
