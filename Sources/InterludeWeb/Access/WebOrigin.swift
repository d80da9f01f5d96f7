import HTTPAccess

/// Where browsers find the page when a reverse proxy stands before the player: a scheme, a host,
/// and a port where it is not the scheme's own.
package struct WebOrigin: Hashable, Sendable, CustomStringConvertible {
    private let scheme: WebAddress.Scheme
    private let host: String
    private let port: Int

    /// Reads `https://HOST[:PORT]`; `nil` for what has a path, a query or a name and password.
    package init?(_ text: String) {
        guard let address = WebAddress(text) else { return nil }
        scheme = address.scheme
        host = address.host
        port = address.port
        let rest = text.lowercased().dropFirst("\(scheme.rawValue)://".count)
        let authorities = [authority, "\(bracketed):\(port)"]
        guard authorities.contains(where: { rest == $0 || rest == "\($0)/" }) else { return nil }
    }

    /// As browsers write it in `Origin`.
    package var description: String { "\(scheme.rawValue)://\(authority)" }

    /// Whether `Host` names it, in lower case.
    func isNamed(by host: String) -> Bool {
        host == authority || host == "\(bracketed):\(port)"
    }

    private var bracketed: String { host.contains(":") ? "[\(host)]" : host }

    private var authority: String {
        port == (scheme == .http ? 80 : 443) ? bracketed : "\(bracketed):\(port)"
    }
}
