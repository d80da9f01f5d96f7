/// Credentials by origin: each host gets only its own.
///
/// They are header fields from `--header`, and names and passwords in addresses. Each is bound to
/// the scheme, host and port for which it was given, and only ``headers(for:)`` returns it. No
/// redirect, playlist or other source can send it to another host, or from https to http.
package struct HostCredentials: Hashable, Sendable {
    private var headers: [WebAddress.Origin: [WebHeader]] = [:]
    private var logins: [WebAddress.Origin: String] = [:]

    package static let none = HostCredentials()

    private init() {}

    /// Binds `headers`, and the name and password in `address`, to the origin of `address`.
    package init(_ headers: [WebHeader], for address: WebAddress) {
        self.headers[address.origin] = headers
        logins[address.origin] = address.basicCredentials
    }

    /// Adds the name and password of an address that the operator named, if it has any. They
    /// replace those known for its origin.
    package mutating func takeLogin(of address: WebAddress) {
        logins[address.origin] = address.basicCredentials ?? logins[address.origin]
    }

    /// Adds the name and password of an address that a document names, unless credentials for its
    /// origin are known.
    mutating func takeForeignLogin(of address: WebAddress) {
        guard headers[address.origin] == nil, logins[address.origin] == nil else { return }
        logins[address.origin] = address.basicCredentials
    }

    /// The header fields for a request for `address`. A given `Authorization` header comes after
    /// the login and replaces it.
    func headers(for address: WebAddress) -> [WebHeader] {
        let login = logins[address.origin].map { WebHeader("Authorization", "Basic \($0)") }
        return [login].compactMap(\.self) + (headers[address.origin] ?? [])
    }
}
