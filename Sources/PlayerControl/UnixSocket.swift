import Glibc
import MediaTime
import Platform

/// Owns the descriptor of a Unix socket, and closes it.
final class UnixSocket: Sendable {
    let descriptor: Int32

    private init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
    }

    /// Connects to the socket at `path`. Each call on it, and this one, waits at most `timeLimit`.
    static func connect(
        to path: String, within timeLimit: Duration = .seconds(1)
    ) throws(SystemError) -> UnixSocket {
        let socket = try make(flags: 0)
        var limit = timeval(timeLimit)
        let size = socklen_t(MemoryLayout<timeval>.size)
        setsockopt(socket.descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, size)
        // This is also the time limit of `connect`, which waits if the server's queue is full.
        setsockopt(socket.descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, size)
        let status = try withAddress(path) { address, length in
            Glibc.connect(socket.descriptor, address, length)
        }
        guard status == 0 else { throw .newest }
        return socket
    }

    /// Makes every read wait without a limit.
    func waitWithoutLimit() {
        var limit = timeval()
        let size = socklen_t(MemoryLayout<timeval>.size)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, size)
    }

    /// Listens at `path`, where nobody but the owner may connect; replaces a socket left there.
    static func listen(at path: String) throws(SystemError) -> UnixSocket {
        let socket = try make(flags: Int32(SOCK_NONBLOCK.rawValue))
        // It gets its name once it listens: before, a client would take it for a dead one.
        let unfinished = path + ".new"
        unlink(unfinished)
        // The file that is bound takes this mode; there is no moment at which it has another.
        guard fchmod(socket.descriptor, 0o600) == 0 else { throw .newest }
        let status = try withAddress(unfinished) { address, length in
            bind(socket.descriptor, address, length)
        }
        guard status == 0, Glibc.listen(socket.descriptor, 16) == 0, rename(unfinished, path) == 0
        else { throw .newest }
        return socket
    }

    /// Takes a connection that waits; `nil` if none does.
    ///
    /// Throws if a connection waits and cannot be taken, as without a free descriptor.
    func accept() throws(SystemError) -> UnixSocket? {
        let accepted = Glibc.accept(descriptor, nil, nil)
        guard accepted >= 0 else {
            // A client may have left again.
            guard [EAGAIN, EINTR, ECONNABORTED].contains(errno) else { throw .newest }
            return nil
        }
        Self.setWaitless(accepted)
        return UnixSocket(descriptor: accepted)
    }

    /// Lets no call on `descriptor` wait, and no program that is started inherit it.
    static func setWaitless(_ descriptor: Int32) {
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }

    private static func make(flags: Int32) throws(SystemError) -> UnixSocket {
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue) | flags
        let descriptor = socket(AF_UNIX, kind, 0)
        guard descriptor >= 0 else { throw .newest }
        return UnixSocket(descriptor: descriptor)
    }

    private static func withAddress(
        _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) throws(SystemError) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else {
            throw SystemError(code: ENAMETOOLONG)
        }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        let length = socklen_t(MemoryLayout<sockaddr_un>.size)
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, length) }
        }
    }
}

extension timeval {
    /// `duration`, rounded up to whole microseconds: a time limit of 0 would be none.
    fileprivate init(_ duration: Duration) {
        let microseconds = max(1, Int(saturating: (duration.inSeconds * 1e6).rounded(.up)))
        self.init(
            tv_sec: microseconds / 1_000_000, tv_usec: suseconds_t(microseconds % 1_000_000))
    }
}

/// Splits received bytes into lines.
struct LineBuffer {
    /// The byte limit of a line.
    let limit: Int
    private var bytes: [UInt8] = []

    init(limit: Int) {
        self.limit = limit
    }

    /// Whether the first line, complete or not, exceeds the limit.
    var isOverfull: Bool {
        bytes.count > limit && (bytes.firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count) > limit
    }

    mutating func append(_ more: some Collection<UInt8>) {
        bytes.append(contentsOf: more)
    }

    /// Takes the first complete line, without its end; `nil` if there is none.
    mutating func takeLine() -> String? {
        guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
        let line = String(decoding: bytes[..<end], as: UTF8.self)
        bytes.removeSubrange(...end)
        return line
    }
}
