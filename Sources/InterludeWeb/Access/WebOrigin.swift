import HTTPAccess

/// The origin under which a reverse proxy serves the page: a scheme, a host, and a port if it is not
/// the scheme's default.
package struct WebOrigin: Hashable, Sendable, CustomStringConvertible {
    private let scheme: WebAddress.Scheme
    private let host: String
    private let port: Int

    /// Parses `https://HOST[:PORT]`; `nil` if there is a path, a query, or a name and password.
    package init?(_ text: String) {
        guard let address = WebAddress(text) else { return nil }
        scheme = address.scheme
        host = address.host
        port = address.port
        let rest = text.lowercased().dropFirst("\(scheme.rawValue)://".count)
        let authorities = [authority, "\(bracketed):\(port)"]
        guard authorities.contains(where: { rest == $0 || rest == "\($0)/" }) else { return nil }
    }

    /// The form of the `Origin` header.
    package var description: String { "\(scheme.rawValue)://\(authority)" }

    /// Whether `host`, a `Host` header in lower case, names it.
    func isNamed(by host: String) -> Bool {
        host == authority || host == "\(bracketed):\(port)"
    }

    private var bracketed: String { host.contains(":") ? "[\(host)]" : host }

    private var authority: String {
        port == (scheme == .http ? 80 : 443) ? bracketed : "\(bracketed):\(port)"
    }
}
