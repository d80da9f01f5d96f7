/// Credentials by origin: each host gets only its own.
///
/// Header fields of `--header`, names and passwords of addresses: they are bound to the scheme, host
/// and port for which they were given, and nothing but ``headers(for:)`` hands them out. So no
/// redirect, playlist or other source takes them to another host, or from https to http.
package struct HostCredentials: Hashable, Sendable {
    private var headers: [WebAddress.Origin: [WebHeader]] = [:]
    private var logins: [WebAddress.Origin: String] = [:]

    package static let none = HostCredentials()

    private init() {}

    /// `headers` are for the host of `address`, as are the name and password in it.
    package init(_ headers: [WebHeader], for address: WebAddress) {
        self.headers[address.origin] = headers
        logins[address.origin] = address.basicCredentials
    }

    /// Takes in the name and password of an address that the operator named, if it has any, in place
    /// of what was known for its host.
    package mutating func takeLogin(of address: WebAddress) {
        logins[address.origin] = address.basicCredentials ?? logins[address.origin]
    }

    /// Takes in the name and password of an address that a document names, unless there is something
    /// for its host already.
    mutating func takeForeignLogin(of address: WebAddress) {
        guard headers[address.origin] == nil, logins[address.origin] == nil else { return }
        logins[address.origin] = address.basicCredentials
    }

    /// What goes with a request for `address`: a header takes the place of the login where it says
    /// `Authorization` itself.
    func headers(for address: WebAddress) -> [WebHeader] {
        let login = logins[address.origin].map { WebHeader("Authorization", "Basic \($0)") }
        return [login].compactMap(\.self) + (headers[address.origin] ?? [])
    }
}
