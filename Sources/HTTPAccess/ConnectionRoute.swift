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
