import Glibc

/// The connections of this process to a port of other machines or of this one.
///
/// libshout does not tell which descriptor its connection has. Without a limit, the system takes
/// megabytes for a server that reads nothing, which are minutes of audio.
struct PeerConnections: Hashable {
    private let connections: Set<Connection>

    /// A connection. Another one may have its descriptor after its end.
    private struct Connection: Hashable {
        let descriptor: CInt
        let socket: ino_t

        /// `nil` for a descriptor that is closed.
        init?(_ descriptor: CInt) {
            var state = stat()
            guard fstat(descriptor, &state) == 0 else { return nil }
            self.descriptor = descriptor
            socket = state.st_ino
        }
    }

    /// Those that there are now.
    init(toPort port: UInt16) {
        let descriptors = Self.openDescriptors().filter { Self.peerPort(of: $0) == port }
        connections = Set(descriptors.compactMap(Connection.init))
    }

    /// Limits what the system keeps for the other ends of the connections that are not in
    /// `earlier`.
    ///
    /// A connection that another thread has just made to the same port may be one of them, and only
    /// sends with less ahead.
    func limitSendBuffers(to byteCount: Int, except earlier: PeerConnections) {
        var count = CInt(clamping: byteCount)
        for connection in connections.subtracting(earlier.connections) {
            setsockopt(
                connection.descriptor, SOL_SOCKET, SO_SNDBUF, &count,
                socklen_t(MemoryLayout<CInt>.size))
        }
    }

    /// None if the system does not list them.
    private static func openDescriptors() -> [CInt] {
        guard let folder = opendir("/proc/self/fd") else { return [] }
        defer { closedir(folder) }
        var descriptors: [CInt] = []
        while let entry = readdir(folder) {
            // In place: a copy would read beyond the entry, which is as long as its name.
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if let descriptor = CInt(name) { descriptors.append(descriptor) }
        }
        return descriptors
    }

    /// `nil` for what is no connection over IP.
    private static func peerPort(of descriptor: CInt) -> UInt16? {
        var address = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return withUnsafeMutablePointer(to: &address) { storage in
            let isConnected = storage.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                getpeername(descriptor, $0, &length) == 0
            }
            guard isConnected else { return nil }
            switch CInt(storage.pointee.ss_family) {
            case AF_INET:
                return storage.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
                    UInt16(bigEndian: $0.pointee.sin_port)
                }
            case AF_INET6:
                return storage.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) {
                    UInt16(bigEndian: $0.pointee.sin6_port)
                }
            default: return nil
            }
        }
    }
}
