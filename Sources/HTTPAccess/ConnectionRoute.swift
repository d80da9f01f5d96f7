/// By which way a request gets to its host. Requests of one route share connections.
enum ConnectionRoute: Hashable, Sendable {
    case direct(AddressRule.Reach)
    /// The proxy is asked for the whole address (RFC 9112, 3.2.2).
    case forwarded(by: ProxyEnvironment.Proxy)
    /// The proxy is asked for a tunnel (`CONNECT`) to the host.
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

    /// Whether somebody else connects to the host.
    var isByProxy: Bool {
        switch self {
        case .direct: false
        case .forwarded, .tunnelled: true
        }
    }
}
