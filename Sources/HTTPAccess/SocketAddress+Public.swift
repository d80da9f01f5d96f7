import NIOCore

extension SocketAddress {
    /// Whether the address is on the public network.
    ///
    /// Loopback, private, shared, link-local, unspecified, multicast and reserved addresses are not
    /// (IANA special-purpose registries, RFC 6890), nor are IPv6 addresses that embed such an IPv4
    /// address.
    var isPublic: Bool {
        switch self {
        case .v4(let address):
            var number = address.address.sin_addr.s_addr
            return withUnsafeBytes(of: &number) { isPublicIPv4(Array($0)) }
        case .v6(let address):
            var number = address.address.sin6_addr
            return withUnsafeBytes(of: &number) { isPublicIPv6(Array($0)) }
        case .unixDomainSocket:
            return false
        }
    }
}

/// `bytes` are the four bytes of an address, in network order.
private func isPublicIPv4(_ bytes: [UInt8]) -> Bool {
    switch (bytes[0], bytes[1], bytes[2]) {
    case (0, _, _), (10, _, _), (127, _, _), (169, 254, _), (172, 16...31, _), (192, 168, _),
        (100, 64...127, _), (192, 0, 0), (192, 0, 2), (192, 88, 99), (198, 18...19, _),
        (198, 51, 100), (203, 0, 113), (224..., _, _):
        false
    default:
        true
    }
}

/// `bytes` are the sixteen bytes of an address, in network order.
private func isPublicIPv6(_ bytes: [UInt8]) -> Bool {
    let isZeroUpTo = { (count: Int) in bytes.prefix(count).allSatisfy { $0 == 0 } }
    // ::ffff:a.b.c.d
    if isZeroUpTo(10), bytes[10] == 0xFF, bytes[11] == 0xFF {
        return isPublicIPv4(Array(bytes[12...]))
    }
    // The network translates 64:ff9b::a.b.c.d; 64:ff9b:1::/48 leads to private networks.
    if bytes.starts(with: [0x00, 0x64, 0xFF, 0x9B]), bytes[4..<12].allSatisfy({ $0 == 0 }) {
        return isPublicIPv4(Array(bytes[12...]))
    }
    // 6to4: 2002:a.b.c.d::
    if bytes.starts(with: [0x20, 0x02]) { return isPublicIPv4(Array(bytes[2..<6])) }
    // 2001::/23 is for protocols: Teredo, which embeds an IPv4 address, benchmarks and ORCHID.
    if bytes.starts(with: [0x20, 0x01]), bytes[2] < 0x02 { return false }
    // Documentation: 2001:db8::/32 and 3fff::/20.
    if bytes.starts(with: [0x20, 0x01, 0x0D, 0xB8]) { return false }
    if bytes.starts(with: [0x3F, 0xFF]), bytes[2] < 0x10 { return false }
    // Of the rest only 2000::/3 is allocated.
    return bytes[0] & 0xE0 == 0x20
}
