import NIOCore

/// Where addresses that were found in documents may lead.
package enum AddressRule: Hashable, Sendable {
    /// Only to the public network, so that a document cannot reach what is behind the firewall.
    case publicOnly

    /// Anywhere (`--allow-private`).
    case anywhere
}

extension AddressRule {
    /// How far a connection may go.
    enum Reach: Hashable, Sendable {
        case anywhere
        /// The address that the host's name resolves to has to be public too.
        case publicNetwork
    }

    /// How far a connection to `address` may go, or `nil` if there may be none.
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
    /// Whether nothing in the host's name already says that it is on this machine or network.
    fileprivate var isPublicAsWritten: Bool {
        if host == "localhost" || host.hasSuffix(".localhost") { return false }
        // Not an address in numbers, so a name: what it resolves to is checked when connecting.
        guard let address = try? SocketAddress(ipAddress: host, port: port) else { return true }
        return address.isPublic
    }
}
