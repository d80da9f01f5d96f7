import FoundationEssentials

/// An address that begins with `http://` or `https://` and names a host.
package struct WebAddress: Hashable, Sendable {
    /// The two schemes that anything is asked from.
    package enum Scheme: String, Hashable, Sendable {
        case http
        case https
    }

    package let scheme: Scheme

    /// The host in lower case; an IPv6 address without its brackets.
    package let host: String

    /// Without the name and password, so what is read against it does not have them either.
    let url: URL

    /// The name and password in the address, as Basic authorization sends them.
    let basicCredentials: String?

    /// Longer addresses, in bytes, are refused.
    package static let maximumByteCount = 8192

    /// Reads an absolute address; `nil` if it is none, too long, of another scheme, or with a port
    /// that there cannot be.
    package init?(_ text: String) {
        guard text.utf8.count <= Self.maximumByteCount else { return nil }
        self.init(URL(string: text))
    }

    /// Reads an address as it stands in a document that came from `base`.
    package init?(_ reference: String, relativeTo base: WebAddress) {
        guard reference.utf8.count <= Self.maximumByteCount else { return nil }
        self.init(URL(string: reference, relativeTo: base.url)?.absoluteURL)
    }

    private init?(_ url: URL?) {
        guard let url, let scheme = url.scheme.flatMap({ Scheme(rawValue: $0.lowercased()) }),
            let host = url.host()?.lowercased(), !host.isEmpty,
            url.port.map({ (1...65_535).contains($0) }) ?? true
        else { return nil }
        self.scheme = scheme
        self.host = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
        self.basicCredentials = Self.basicCredentials(of: url)
        self.url = Self.withoutUserInfo(url)
    }

    private static func basicCredentials(of url: URL) -> String? {
        guard let user = url.user(percentEncoded: false) else { return nil }
        let password = url.password(percentEncoded: false) ?? ""
        return Data("\(user):\(password)".utf8).base64EncodedString()
    }

    private static func withoutUserInfo(_ url: URL) -> URL {
        guard url.user() != nil || url.password() != nil,
            var parts = URLComponents(url: url, resolvingAgainstBaseURL: true)
        else { return url }
        (parts.user, parts.password) = (nil, nil)
        return parts.url ?? url
    }

    package var port: Int {
        url.port ?? (scheme == .http ? 80 : 443)
    }

    /// The end of the path after its last dot, in lower case; empty if it has none.
    package var pathExtension: String { url.pathExtension.lowercased() }

    /// Whether `other` is served by the same port of the same host.
    func hasSameOrigin(as other: WebAddress) -> Bool {
        host == other.host && port == other.port
    }

    /// `host`, or `host:port` where the port is not the scheme's own.
    var authority: String {
        let host = host.contains(":") ? "[\(host)]" : host
        return url.port.map { "\(host):\($0)" } ?? host
    }

    /// The path and query as a request line names them.
    var pathAndQuery: String {
        let path = url.path(percentEncoded: true)
        let query = url.query(percentEncoded: true).map { "?\($0)" } ?? ""
        return (path.isEmpty ? "/" : path) + query
    }

    /// What a server is told apart by.
    struct Origin: Hashable, Sendable {
        var scheme: Scheme
        var host: String
        var port: Int
    }

    var origin: Origin { Origin(scheme: scheme, host: host, port: port) }
}

extension WebAddress: CustomStringConvertible {
    /// The address without a name and password, so that it may be shown and logged.
    package var description: String { "\(scheme)://\(authority)\(pathAndQuery)" }
}
