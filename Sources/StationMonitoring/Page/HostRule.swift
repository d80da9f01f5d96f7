import NIOCore

/// Which names a server is known by. A value.
///
/// A server for this machine alone refuses others, so that no other site can point its name here and
/// read it with a browser (DNS rebinding).
struct HostRule: Hashable, Sendable {
    private let isForThisMachine: Bool

    init(listeningAt host: String) {
        isForThisMachine = Self.isLoopback(host.lowercased())
    }

    /// Whether a request with this `Host` is answered.
    func allows(_ authority: String?) -> Bool {
        guard isForThisMachine else { return true }
        return authority.map { Self.isLoopback(Self.name(of: $0.lowercased())) } ?? false
    }

    /// The host without port and brackets.
    private static func name(of authority: String) -> String {
        if authority.hasPrefix("[") { return String(authority.dropFirst().prefix { $0 != "]" }) }
        return String(authority.prefix { $0 != ":" })
    }

    private static func isLoopback(_ name: String) -> Bool {
        if ["localhost", "::1"].contains(name) { return true }
        // try?: anything but an address is a name.
        return name.hasPrefix("127.") && (try? SocketAddress(ipAddress: name, port: 0)) != nil
    }
}
