import Dispatch
import Glibc
import NIOCore

/// Looks up the addresses of a host in the same way as connections do.
enum HostLookup {
    /// The addresses of `host`; empty if this machine finds none.
    ///
    /// Runs the system's resolver on another thread, because it blocks. Returns at once, with
    /// none, if the task is cancelled.
    static func addresses(of host: String) async -> [SocketAddress] {
        let (answers, answer) = AsyncStream.makeStream(of: [SocketAddress].self)
        DispatchQueue.global().async {
            answer.yield(lookUp(host))
            answer.finish()
        }
        // A stream that is cancelled ends.
        for await addresses in answers { return addresses }
        return []
    }

    private static func lookUp(_ host: String) -> [SocketAddress] {
        var hints = addrinfo()
        // Each address once.
        hints.ai_socktype = CInt(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, nil, &hints, &list) == 0 else { return [] }
        defer { freeaddrinfo(list) }
        return sequence(first: list) { $0?.pointee.ai_next }.compactMap { entry in
            guard let entry, let name = entry.pointee.ai_addr else { return nil }
            return SocketAddress(name, family: entry.pointee.ai_family)
        }
    }
}

extension SocketAddress {
    fileprivate init?(_ name: UnsafeMutablePointer<sockaddr>, family: CInt) {
        switch family {
        case AF_INET:
            self = name.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
                SocketAddress($0.pointee)
            }
        case AF_INET6:
            self = name.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) {
                SocketAddress($0.pointee)
            }
        default: return nil
        }
    }
}
