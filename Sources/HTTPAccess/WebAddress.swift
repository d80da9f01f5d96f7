import FoundationEssentials

/// An address that begins with `http://` or `https://` and names a host.
package struct WebAddress: Hashable, Sendable {
    /// The supported schemes.
    package enum Scheme: String, Hashable, Sendable {
        case http
        case https
    }

    package let scheme: Scheme

    /// The host in lower case; an IPv6 address without its brackets.
    package let host: String

    /// Without the name and password; addresses resolved against it have none either.
    let url: URL

    /// The name and password in the address, encoded for Basic authorization.
    let basicCredentials: String?

    /// The limit on the length of an address in bytes.
    package static let maximumByteCount = 8192

    /// Parses an absolute address; `nil` if it is malformed, too long, of another scheme, or has an
    /// impossible port.
    package init?(_ text: String) {
        guard text.utf8.count <= Self.maximumByteCount else { return nil }
        self.init(URL(string: text))
    }

    /// Parses an address in a document from `base`, against which a relative one is resolved.
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
        // Without a name, even an empty one, there is no password.
        guard url.user() != nil,
            var parts = URLComponents(url: url, resolvingAgainstBaseURL: true)
        else { return url }
        (parts.user, parts.password) = (nil, nil)
        return parts.url ?? url
    }

    package var port: Int {
        url.port ?? (scheme == .http ? 80 : 443)
    }

    /// The extension of the path in lower case; empty if it has none.
    package var pathExtension: String { url.pathExtension.lowercased() }

    /// Whether `other` has the same host and port.
    package func hasSameOrigin(as other: WebAddress) -> Bool {
        host == other.host && port == other.port
    }

    /// `host`, or `host:port` if the address names a port.
    var authority: String {
        let host = host.contains(":") ? "[\(host)]" : host
        return url.port.map { "\(host):\($0)" } ?? host
    }

    /// The path and query for a request line.
    var pathAndQuery: String {
        let path = url.path(percentEncoded: true)
        let query = url.query(percentEncoded: true).map { "?\($0)" } ?? ""
        return (path.isEmpty ? "/" : path) + query
    }

    /// Identifies a server.
    struct Origin: Hashable, Sendable {
        var scheme: Scheme
        var host: String
        var port: Int
    }

    var origin: Origin { Origin(scheme: scheme, host: host, port: port) }
}

extension WebAddress: CustomStringConvertible {
    /// The address without a name and password, safe to show and log.
    package var description: String { "\(scheme)://\(authority)\(pathAndQuery)" }
}
