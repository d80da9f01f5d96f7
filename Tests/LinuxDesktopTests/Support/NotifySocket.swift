import Foundation
import Glibc
import TestFiles

/// Receives the notifications of a service in place of systemd.
final class NotifySocket {
    private let folder: TemporaryFolder
    private let descriptor: Int32

    /// The environment for the service.
    var environment: [String: String] { ["NOTIFY_SOCKET": folder.file("notify")] }

    init() throws {
        folder = try TemporaryFolder()
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let path = folder.file("notify")
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let length = socklen_t(MemoryLayout<sockaddr_un>.size)
        let status = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, length)
            }
        }
        guard status == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        var limit = timeval(tv_sec: 20, tv_usec: 0)
        setsockopt(
            descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit,
            socklen_t(MemoryLayout.size(ofValue: limit)))
    }

    deinit {
        close(descriptor)
    }

    /// The next notice that is not one of `others`; `nil` if there is none for 20 s. Blocks.
    func next(after others: String...) -> String? {
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            guard count > 0 else { return nil }
            let notice = String(decoding: buffer.prefix(count), as: UTF8.self)
            if !others.contains(notice) { return notice }
        }
    }
}
