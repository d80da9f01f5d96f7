import Glibc
import MediaTime

/// An address under which other machines reach this one.
struct MachineAddress: Hashable, Sendable {
    /// The address as text, without brackets.
    let text: String
    let family: Family
    /// Whether the default route leads through it.
    var isOnDefaultRoute = false

    enum Family: Hashable, Sendable {
        case ipv4
        case ipv6
    }

    /// The address of `addresses` to show for a server that listens at the wildcard address
    /// `host`; `nil` if other machines reach none.
    ///
    /// A server at `::` is reached by IPv4 as well.
    static func best(of addresses: [MachineAddress], for host: String) -> MachineAddress? {
        let reachable = addresses.filter { address in
            !address.isLocal && (address.family == .ipv4 || host != "0.0.0.0")
        }
        return reachable.first { $0.isOnDefaultRoute && $0.family == .ipv4 }
            ?? reachable.first { $0.family == .ipv4 } ?? reachable.first
    }

    /// Whether it is a loopback or link-local address, which no other network reaches.
    private var isLocal: Bool {
        switch family {
        case .ipv4: text.hasPrefix("127.") || text.hasPrefix("169.254.")
        case .ipv6: text == "::1" || text.lowercased().hasPrefix("fe8") || text.contains("%")
        }
    }

    /// The addresses of the interfaces that are up.
    static var all: [MachineAddress] {
        var first: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&first) == 0 else { return [] }
        defer { freeifaddrs(first) }
        let route = sourceOfDefaultRoute
        var found: [MachineAddress] = []
        var next = first
        while let entry = next?.pointee {
            next = entry.ifa_next
            guard Int(entry.ifa_flags) & IFF_UP != 0, let address = entry.ifa_addr,
                var usable = MachineAddress(address)
            else { continue }
            usable.isOnDefaultRoute = usable.text == route
            found.append(usable)
        }
        return found
    }

    private init?(_ address: UnsafeMutablePointer<sockaddr>) {
        let length: Int
        switch Int32(address.pointee.sa_family) {
        case AF_INET: (family, length) = (.ipv4, MemoryLayout<sockaddr_in>.size)
        case AF_INET6: (family, length) = (.ipv6, MemoryLayout<sockaddr_in6>.size)
        default: return nil
        }
        var name = [CChar](repeating: 0, count: Int(NI_MAXHOST))
        // number: the sizes of two structures fit.
        let status = getnameinfo(
            address, socklen_t(length), &name, socklen_t(name.count), nil, 0, NI_NUMERICHOST)
        guard status == 0 else { return nil }
        text = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    init(_ text: String, _ family: Family, isOnDefaultRoute: Bool = false) {
        self.text = text
        self.family = family
        self.isOnDefaultRoute = isOnDefaultRoute
    }

    /// The IPv4 address from which this machine would send to another network; `nil` without a
    /// route. Sends nothing.
    private static var sourceOfDefaultRoute: String? {
        let descriptor = socket(AF_INET, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(9).bigEndian
        // An address for documentation (RFC 5737), to which nothing is sent.
        inet_pton(AF_INET, "192.0.2.1", &address.sin_addr)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        return withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                guard connect(descriptor, pointer, length) == 0,
                    getsockname(descriptor, pointer, &length) == 0
                else { return nil }
                return MachineAddress(pointer)?.text
            }
        }
    }
}
