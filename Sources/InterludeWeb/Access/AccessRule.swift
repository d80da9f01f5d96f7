import HTTPServing
import HTTPTypes
import Hummingbird
import NIOCore

/// Decides by the head of a request whether it is allowed. A value.
struct AccessRule: Hashable, Sendable {
    /// The required token; `nil` if none is required.
    let token: String?

    /// The allowed values of `Host`.
    let hosts: Hosts

    /// The origins under which reverse proxies serve the page.
    var origins: Set<WebOrigin> = []

    /// The role of the sender of an allowed request.
    var role: RequestRole { token == nil ? .listener : .operator }

    enum Hosts: Hashable, Sendable {
        /// Loopback names and addresses of this machine.
        case loopback
        /// Numeric addresses, which no other site can point here, and these names.
        case names(Set<String>)
    }

    /// Why `request` is refused; `nil` if it is allowed.
    func refusal(of request: AccessRequest) -> AccessRefusal? {
        guard let host = request.host, !host.isEmpty else { return .noHost }
        guard isOurs(host.lowercased()) else { return .foreignHost(host) }
        if let page = foreignPage(request, host: host) { return .foreignPage(page) }
        return request.isPublic ? nil : tokenRefusal(request)
    }

    /// The foreign origin or site that sends the request; `nil` if there is none.
    private func foreignPage(_ request: AccessRequest, host: String) -> String? {
        if let origin = request.origin {
            let ours = ["http://\(host)", "https://\(host)"].contains(origin.lowercased())
            return ours || origins.contains { $0.description == origin.lowercased() } ? nil : origin
        }
        switch request.site {
        case nil, "same-origin", "none": return nil
        // The user has followed a link to the page.
        case _? where request.mode == "navigate" && request.isPublic: return nil
        case let site?: return site
        }
    }

    private func tokenRefusal(_ request: AccessRequest) -> AccessRefusal? {
        guard let token else { return nil }
        let shown = [request.bearer, request.cookie].compactMap { $0 }
        if shown.isEmpty { return .noToken }
        return shown.contains { Self.isSame($0, token) } ? nil : .wrongToken
    }

    private func isOurs(_ host: String) -> Bool {
        if origins.contains(where: { $0.isNamed(by: host) }) { return true }
        let name = Self.name(of: host)
        return switch hosts {
        case .loopback: Self.isLoopback(name)
        case .names(let names):
            names.contains(name) || Self.isLoopback(name) || Self.isNumeric(name)
        }
    }

    /// Whether `name` always means this machine.
    static func isLoopback(_ name: String) -> Bool {
        name == "localhost" || name == "::1" || isNumeric(name) && name.hasPrefix("127.")
    }

    private static func isNumeric(_ name: String) -> Bool {
        // try?: anything but an address is a name.
        (try? SocketAddress(ipAddress: name, port: 0)) != nil
    }

    /// The host in a `Host` field in lower case, without port and brackets.
    private static func name(of host: String) -> String {
        if host.hasPrefix("[") { return String(host.dropFirst().prefix { $0 != "]" }) }
        return String(host.prefix { $0 != ":" })
    }

    /// Compares in constant time, so that timing does not reveal the token.
    private static func isSame(_ one: String, _ other: String) -> Bool {
        let (one, other) = (Array(one.utf8), Array(other.utf8))
        guard one.count == other.count else { return false }
        return zip(one, other).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}

/// The parts of a request's head that decide on access.
struct AccessRequest: Hashable, Sendable {
    /// `Host`: the name under which the browser found this server.
    var host: String?
    /// `Origin`: the origin of the sending page. Browsers send it with every request that may change
    /// state.
    var origin: String?
    /// `Sec-Fetch-Site`: the relation of the sending page to this server. Browsers send it with every
    /// request.
    var site: String?
    /// `Sec-Fetch-Mode`.
    var mode: String?
    /// The token in `Authorization: Bearer`.
    var bearer: String?
    /// The token in this server's cookie.
    var cookie: String?
    /// Whether the resource requires no token.
    var isPublic = false
}

extension AccessRequest {
    init(_ request: Request, cookieName: String) {
        host = request.head.authority
        origin = request.headers[.origin]
        site = request.headers[.secFetchSite]
        mode = request.headers[.secFetchMode]
        let parts = request.headers[.authorization]?.split(separator: " ") ?? []
        if parts.count == 2, parts[0].lowercased() == "bearer" { bearer = String(parts[1]) }
        cookie = request.cookies[cookieName]?.value
        isPublic =
            ["/", "/desk"].contains(request.uri.path) || request.uri.path.hasPrefix("/page/")
    }
}

extension HTTPField.Name {
    fileprivate static let secFetchSite = HTTPField.Name("Sec-Fetch-Site")!
    fileprivate static let secFetchMode = HTTPField.Name("Sec-Fetch-Mode")!
}

/// Why a request is refused before it is processed.
enum AccessRefusal: Hashable, Sendable {
    case noHost
    /// `Host` is not a name of this player; another site may have pointed it here (DNS rebinding).
    case foreignHost(String)
    /// A page of another origin sent the request.
    case foreignPage(String)
    case noToken
    case wrongToken

    var status: HTTPResponse.Status {
        switch self {
        case .noHost: .badRequest
        case .foreignHost, .foreignPage: .forbidden
        case .noToken, .wrongToken: .unauthorized
        }
    }

    var message: String {
        switch self {
        case .noHost: "the request has no Host header"
        case .foreignHost(let host):
            "'\(host)' is not an address of this player; use the one that it printed"
        case .foreignPage(let page): "pages of '\(page)' may not send requests to this player"
        case .noToken:
            "this player requires a token: open the address that it printed, "
                + "or send 'Authorization: Bearer TOKEN'"
        case .wrongToken: "the token is wrong; use the one that the player printed"
        }
    }
}
