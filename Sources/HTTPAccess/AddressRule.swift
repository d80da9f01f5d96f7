import NIOCore

/// Where addresses found in documents may lead.
package enum AddressRule: Hashable, Sendable {
    /// Only to the public network: a document cannot reach hosts behind the firewall.
    case publicOnly

    /// Anywhere (`--allow-private`).
    case anywhere
}

extension AddressRule {
    /// The addresses to which a connection is allowed.
    enum Reach: Hashable, Sendable {
        case anywhere
        /// The address to which the host's name resolves must be public too.
        case publicNetwork
    }

    /// The allowed reach of a connection to `address`; `nil` if it is forbidden.
    func reach(of address: WebAddress, from provenance: AddressProvenance) -> Reach? {
        switch (self, provenance) {
        case (.anywhere, _), (_, .typed):
            return .anywhere
        case (.publicOnly, .document(let typed)):
            if let typed, typed.hasSameOrigin(as: address) { return .anywhere }
            return address.isPublicAsWritten ? .publicNetwork : nil
        }
    }
}

extension WebAddress {
    /// Whether the host, as written, is not on this machine or a private network.
    fileprivate var isPublicAsWritten: Bool {
        // A dot at the end stands for the root of all names.
        let host = host.hasSuffix(".") ? String(host.dropLast()) : host
        if host == "localhost" || host.hasSuffix(".localhost") { return false }
        // Not a numeric address, so a name: its addresses are checked when connecting.
        guard let address = try? SocketAddress(ipAddress: host, port: port) else { return true }
        return address.isPublic
    }
}

/// The origin of an address, which decides where it may lead.
package enum AddressProvenance: Hashable, Sendable {
    /// The operator typed it: it may lead anywhere.
    case typed

    /// It was found in a document or a redirect. It may lead to a loopback or private address only
    /// if that is allowed, or if it has the same host and port as `typed`. That is the address that
    /// the operator typed to get the document; `nil` if there is none.
    case document(typed: WebAddress?)
}
