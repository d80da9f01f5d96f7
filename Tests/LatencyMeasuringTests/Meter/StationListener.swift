import Foundation
import Glibc

/// A listener of a station on this machine, who takes what it reads. Blocks.
final class StationListener {
    private let socket: CInt
    /// The head of the answer.
    private(set) var head = ""

    /// `nil` if nothing answers.
    init?(to address: String) {
        guard let port = URL(string: address)?.port else { return nil }
        socket = Glibc.socket(AF_INET, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var place = sockaddr_in()
        place.sin_family = sa_family_t(AF_INET)
        place.sin_port = UInt16(port).bigEndian
        place.sin_addr.s_addr = inet_addr("127.0.0.1")
        let status = withUnsafePointer(to: &place) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        let request = Array("GET / HTTP/1.0\r\nIcy-MetaData: 1\r\n\r\n".utf8)
        guard status == 0,
            send(socket, request, request.count, CInt(MSG_NOSIGNAL)) == request.count
        else { return nil }
        while !head.hasSuffix("\r\n\r\n") {
            let byte = read(1)
            guard !byte.isEmpty else { return nil }
            head += String(decoding: byte, as: UTF8.self)
        }
    }

    deinit { Glibc.close(socket) }

    /// The next `count` bytes, or fewer at the end.
    func read(_ count: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { bytes, filled in
            while filled < count {
                let more = recv(socket, bytes.baseAddress! + filled, count - filled, 0)
                guard more > 0 else { return }
                filled += more
            }
        }
    }
}
