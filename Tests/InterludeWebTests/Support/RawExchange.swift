import Foundation
import Glibc
import TestServers

/// A connection for raw bytes. Its calls block.
final class RawExchange: Sendable {
    private let descriptor: CInt

    struct Refused: Error {}

    init(port: Int) throws {
        descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let status = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        var timeLimit = timeval(tv_sec: 30, tv_usec: 0)
        let size = socklen_t(MemoryLayout<timeval>.size)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeLimit, size)
        guard status == 0 else { throw Refused() }
    }

    deinit {
        close(descriptor)
    }

    /// Returns `false` once the server accepts no more bytes.
    @discardableResult
    func send(_ text: String) -> Bool {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// Requests the events of a page.
    func listen(port: Int, after lastID: String? = nil) {
        let last = lastID.map { "Last-Event-ID: \($0)\r\n" } ?? ""
        send("GET /api/events HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\(last)\r\n")
    }

    /// The received text, until `isEnough` returns true or the server closes.
    func receive(until isEnough: (String) -> Bool = { _ in false }) -> String {
        var received: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 16_384)
        while true {
            let text = String(decoding: received, as: UTF8.self)
            if isEnough(text) { return text }
            let count = recv(descriptor, &chunk, chunk.count, 0)
            guard count > 0 else { return text }
            received += chunk[..<count]
        }
    }
}
