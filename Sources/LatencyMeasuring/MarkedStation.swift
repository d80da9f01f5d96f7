import Glibc
import MediaTime
import Platform
import Synchronization

/// Sends a ``MarkedStream`` to a player on this machine in real time, and notes when it did.
///
/// It has a thread of its own, and one listener at a time. Each gets the stream from its beginning,
/// the first second at once. Must be closed.
final class MarkedStation: Sendable {
    private struct State {
        /// When each piece was handed to the socket of the present listener.
        var handed: [MonotonicTime] = []
        /// The socket of the present listener, while it is open.
        var listener: CInt?
        var isClosed = false
    }

    /// The address of the stream.
    let address: String
    private let socket: OwnedDescriptor
    private let speed: Double
    private let state = Mutex(State())

    /// The frames that a listener gets at once, as a station sends its recent past.
    private static let past = FrameTime.rate

    private static let answer = """
        HTTP/1.0 200 OK\r
        Content-Type: audio/wav\r
        icy-name: interlude latency\r
        icy-metaint: \(MarkedStream.byteInterval)\r
        \r

        """

    /// Listens at a free port of 127.0.0.1. The stream comes `speed` times as fast as in real time.
    init(speed: Double = 1) throws(MeasurementError) {
        self.speed = speed
        do throws(SystemError) {
            let socket = try Self.listeningSocket()
            address = "http://127.0.0.1:\(try Self.port(of: socket.number))/live.wav"
            self.socket = socket
        } catch {
            throw MeasurementError(.unavailable, "cannot send a live stream to measure: \(error)")
        }
        do throws(ThreadFailure) {
            try PlatformThread.start(named: "marked station") { self.serve() }
        } catch {
            throw MeasurementError(.unavailable, error.description)
        }
    }

    /// When the frame `frame` of the stream was handed to the socket of the present listener, or of
    /// the last one; `nil` if it was not.
    ///
    /// A block of metadata is handed on with the frame before it.
    func handed(frame: Int) -> MonotonicTime? {
        state.withLock { state in
            let piece = frame / MarkedStream.pieceLength
            return state.handed.indices.contains(piece) ? state.handed[piece] : nil
        }
    }

    /// Ends the stream and the thread. Returns at once.
    func close() {
        state.withLock { state in
            state.isClosed = true
            // Wakes the thread, which owns both.
            if let listener = state.listener { shutdown(listener, CInt(SHUT_RDWR)) }
            shutdown(socket.number, CInt(SHUT_RDWR))
        }
    }
}

extension MarkedStation {
    /// The thread's entry point.
    private func serve() {
        while let listener = nextListener() {
            let isOpen = state.withLock { state in
                state.handed = []
                state.listener = listener.number
                return !state.isClosed
            }
            if isOpen { send(to: listener.number) }
            // The number may stand for another descriptor once this one is closed.
            state.withLock { $0.listener = nil }
        }
    }

    /// Waits for a connection; `nil` after ``close()``.
    private func nextListener() -> OwnedDescriptor? {
        while !state.withLock({ $0.isClosed }) {
            if let listener = OwnedDescriptor(accept(socket.number, nil, nil)) {
                _ = fcntl(listener.number, F_SETFD, FD_CLOEXEC)
                return listener
            }
            guard [EINTR, ECONNABORTED].contains(errno) else { break }
        }
        return nil
    }

    /// Sends the stream until the listener leaves, or to the end of the programme.
    private func send(to listener: CInt) {
        // A piece must not wait for the receipt of the one before.
        var isOn: CInt = 1
        setsockopt(
            listener, CInt(IPPROTO_TCP), TCP_NODELAY, &isOn, socklen_t(MemoryLayout<CInt>.size))
        var stream = MarkedStream()
        guard readRequest(from: listener),
            write(Array(Self.answer.utf8) + stream.head, to: listener)
        else { return }
        let start = MonotonicTime.now
        var frameCount = 0
        while case let piece = stream.takePiece(), !piece.isEmpty {
            frameCount += MarkedStream.pieceLength
            // A piece is sent once its last frame has come.
            let due = Double(frameCount - Self.past) / Double(FrameTime.rate) / speed
            start.advanced(by: due).sleep()
            state.withLock { $0.handed.append(.now) }
            guard write(piece, to: listener) else { return }
        }
    }

    /// Reads the head of a request. Returns whether it is complete.
    private func readRequest(from listener: CInt) -> Bool {
        var head: [UInt8] = []
        let end = Array("\r\n\r\n".utf8)
        while !head.suffix(end.count).elementsEqual(end) {
            // try?: the listener has left, whatever the reason.
            guard let bytes = try? Descriptor.read(from: listener, atMost: 1), !bytes.isEmpty,
                head.count < 1 << 16
            else { return false }
            head += bytes
        }
        return true
    }

    /// Returns `false` once the listener takes no more.
    private func write(_ bytes: [UInt8], to listener: CInt) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.send(listener, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
            }
            guard count > 0 || errno == EINTR else { return false }
            rest = rest.dropFirst(max(0, count))
        }
        return true
    }

    /// Listens at a free port of 127.0.0.1.
    private static func listeningSocket() throws(SystemError) -> OwnedDescriptor {
        let kind = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard let socket = OwnedDescriptor(Glibc.socket(AF_INET, kind, 0)) else { throw .newest }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
        let status = withAddress(&address) { bind(socket.number, $0, $1.pointee) }
        guard status == 0, Glibc.listen(socket.number, 1) == 0 else { throw .newest }
        return socket
    }

    private static func port(of socket: CInt) throws(SystemError) -> UInt16 {
        var address = sockaddr_in()
        guard withAddress(&address, { getsockname(socket, $0, $1) }) == 0 else { throw .newest }
        return UInt16(bigEndian: address.sin_port)
    }

    private static func withAddress(
        _ address: inout sockaddr_in,
        _ body: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> CInt
    ) -> CInt {
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        return withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, &length) }
        }
    }
}
