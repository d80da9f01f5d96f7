import Glibc
import TestServers
import Testing

@testable import AudioSinks

@Suite("The connections of this process to a port", .timeLimit(.minutes(1)))
struct PeerConnectionsTests {
    /// Connects to a port of this machine.
    private static func connection(toPort port: UInt16) throws -> CInt {
        let descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        let status = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        try #require(status == 0)
        return descriptor
    }

    /// Connects to a port of this machine with a socket of IPv6.
    private static func connection6(toPort port: UInt16) throws -> CInt {
        let descriptor = socket(AF_INET6, CInt(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in6()
        address.sin6_family = sa_family_t(AF_INET6)
        address.sin6_port = port.bigEndian
        try #require(inet_pton(AF_INET6, "::ffff:127.0.0.1", &address.sin6_addr) == 1)
        let status = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in6>.size))
            }
        }
        try #require(status == 0)
        return descriptor
    }

    private static func sendBuffer(of descriptor: CInt) -> CInt {
        var count: CInt = 0
        var length = socklen_t(MemoryLayout<CInt>.size)
        getsockopt(descriptor, SOL_SOCKET, SO_SNDBUF, &count, &length)
        return count
    }

    @Test("are limited if they are new, also one that has the descriptor of an earlier one")
    func reused() throws {
        let server = FaultServer { _, _ in [] }
        defer { server.stop() }
        let port = UInt16(server.port)
        let (kept, left) = (
            try Self.connection(toPort: port), try Self.connection(toPort: port)
        )
        defer {
            close(kept)
            close(left)
        }
        let earlier = PeerConnections(toPort: port)
        let next = try Self.connection(toPort: port)
        dup2(next, left)
        close(next)
        let usual = Self.sendBuffer(of: kept)
        PeerConnections(toPort: port).limitSendBuffers(to: 16_384, except: earlier)
        #expect(Self.sendBuffer(of: left) < usual)
        #expect(Self.sendBuffer(of: kept) == usual)
    }

    @Test("are limited over IPv6 too, and those to other ports are not")
    func otherFamily() throws {
        let (server, other) = (FaultServer { _, _ in [] }, FaultServer { _, _ in [] })
        defer {
            server.stop()
            other.stop()
        }
        let earlier = PeerConnections(toPort: UInt16(server.port))
        let (limited, left) = (
            try Self.connection6(toPort: UInt16(server.port)),
            try Self.connection6(toPort: UInt16(other.port))
        )
        defer {
            close(limited)
            close(left)
        }
        let usual = Self.sendBuffer(of: left)
        PeerConnections(toPort: UInt16(server.port)).limitSendBuffers(to: 16_384, except: earlier)
        #expect(Self.sendBuffer(of: limited) < usual)
        #expect(Self.sendBuffer(of: left) == usual)
    }
}
