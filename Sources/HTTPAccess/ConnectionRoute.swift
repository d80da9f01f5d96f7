import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOSSL

/// How a request reaches its host. Requests with the same route share a client.
enum ConnectionRoute: Hashable, Sendable {
    case direct(AddressRule.Reach)
    /// The request to the proxy names the whole address (RFC 9112, 3.2.2).
    case forwarded(by: ProxyEnvironment.Proxy)
    /// The proxy opens a tunnel (`CONNECT`) to the host.
    case tunnelled(through: ProxyEnvironment.Proxy)

    init(to address: WebAddress, within reach: AddressRule.Reach, proxies: ProxyEnvironment) {
        guard let proxy = proxies.proxy(for: address) else {
            self = .direct(reach)
            return
        }
        self =
            switch address.scheme {
            case .http: .forwarded(by: proxy)
            case .https: .tunnelled(through: proxy)
            }
    }

    /// Whether a proxy connects to the host.
    var isByProxy: Bool {
        switch self {
        case .direct: false
        case .forwarded, .tunnelled: true
        }
    }
}

/// A host's name resolves to an address that is forbidden for documents.
struct ForbiddenRemoteAddress: Error {}

extension ConnectionRoute {
    /// Prepares a new connection for this route, before the first request is sent over it.
    func setUp(_ channel: any Channel) -> EventLoopFuture<Void> {
        channel.eventLoop.submit {
            let pipeline = channel.pipeline.syncOperations
            switch self {
            case .direct(let reach):
                if reach == .publicNetwork, channel.remoteAddress?.isPublic != true {
                    channel.close(promise: nil)
                    throw ForbiddenRemoteAddress()
                }
                try pipeline.addHandler(ICYStatusLineHandler(), position: .first)
            case .forwarded:
                let encoder = try pipeline.handler(type: HTTPRequestEncoder.self)
                try pipeline.addHandler(AbsoluteURIHandler(), position: .after(encoder))
            case .tunnelled:
                break
            }
        }
    }
}

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

/// Replaces the path in a request to a proxy with the absolute URI (RFC 9112, 3.2.2).
final class AbsoluteURIHandler: ChannelOutboundHandler, RemovableChannelHandler {
    typealias OutboundIn = HTTPClientRequestPart
    typealias OutboundOut = HTTPClientRequestPart

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard case .head(var head) = unwrapOutboundIn(data),
            let host = head.headers.first(name: "Host")
        else { return context.write(data, promise: promise) }
        head.uri = "http://\(host)\(head.uri)"
        context.write(wrapOutboundOut(.head(head)), promise: promise)
    }
}
