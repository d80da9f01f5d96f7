/// The proxy settings of the environment.
///
/// Reads `http_proxy`, `https_proxy`, `all_proxy` and `no_proxy`, also in upper case. Ignores
/// `HTTP_PROXY`, which a web server sets from a request's header.
package struct ProxyEnvironment: Hashable, Sendable {
    /// A proxy's address and credentials.
    struct Proxy: Hashable, Sendable {
        var host: String
        var port: Int
        /// The name and password in its address, encoded for Basic authorization.
        var basicCredentials: String?

        /// `host:port`.
        var authority: String { "\(host.contains(":") ? "[\(host)]" : host):\(port)" }
    }

    private var http: Proxy?
    private var https: Proxy?
    /// Names, in lower case, of hosts that are contacted directly; `*` means all.
    private var exceptions: [String]

    package init(_ environment: [String: String]) {
        let all = environment["all_proxy"] ?? environment["ALL_PROXY"]
        http = (environment["http_proxy"] ?? all).flatMap(Proxy.init)
        https = (environment["https_proxy"] ?? environment["HTTPS_PROXY"] ?? all)
            .flatMap(Proxy.init)
        exceptions = (environment["no_proxy"] ?? environment["NO_PROXY"] ?? "")
            .split { $0 == "," || $0.isWhitespace }
            .map { $0.lowercased() }
    }

    /// No proxy for anything.
    package static let none = ProxyEnvironment([:])

    /// The proxy for `address`; `nil` to contact its host directly.
    ///
    /// This machine is always contacted directly.
    func proxy(for address: WebAddress) -> Proxy? {
        guard !address.isThisMachine, !exceptions.contains(where: { $0.excepts(address) }) else {
            return nil
        }
        return switch address.scheme {
        case .http: http
        case .https: https
        }
    }
}

extension ProxyEnvironment.Proxy {
    /// Parses `http://[name:password@]host[:port]`; the scheme may be missing.
    init?(_ text: String) {
        guard let address = WebAddress(text.contains("://") ? text : "http://\(text)") else {
            return nil
        }
        self.init(
            host: address.host, port: address.port, basicCredentials: address.basicCredentials)
    }
}

extension String {
    /// Whether this entry of `no_proxy` names the host of `address`, or a domain that contains it.
    fileprivate func excepts(_ address: WebAddress) -> Bool {
        let domain = drop { $0 == "." }
        return self == "*" || address.host == domain || address.host.hasSuffix("." + domain)
            || "\(address.host):\(address.port)" == domain
    }
}

extension WebAddress {
    fileprivate var isThisMachine: Bool {
        host == "localhost" || host.hasSuffix(".localhost") || host == "::1"
            || host.hasPrefix("127.")
    }
}
