import Glibc
import Synchronization

/// Serves scripted answers, faults included, over real sockets on 127.0.0.1.
///
/// Each connection has its own thread and gets one response.
package final class FaultServer: Sendable {
    /// A client's request.
    package struct Request: Sendable {
        /// The method, the target as it is written, and the version.
        package var line: String

        /// Header lines by name in lower case.
        package var headers: [String: String]

        /// The target as it is written.
        package var target: String {
            line.split(separator: " ").dropFirst().first.map(String.init) ?? ""
        }
    }

    /// A step of the server on a connection, which it closes after the last one.
    package enum Step: Sendable {
        case send([UInt8])
        /// Sends bytes as long as the client takes them.
        case pour
        /// The same with pseudorandom bytes from `seed`.
        case pourNoise(seed: UInt64)
        /// Repeats the same bytes as long as the client takes them.
        case pourAgain([UInt8])
        /// Does nothing until the client closes the connection.
        case stall
        /// Does nothing until the test opens the gate.
        case wait(Gate)
        /// Breaks the connection with RST.
        case reset
        /// Ends its own direction, and leaves the other open until the client closes it.
        case halfClose
        /// Passes bytes on between the client and a port of 127.0.0.1.
        case tunnel(toPort: Int)

        package static func text(_ text: String) -> Step { .send(Array(text.utf8)) }
    }

    package typealias Script = @Sendable (_ request: Request, _ index: Int) -> [Step]

    private struct State {
        var requests: [Request] = []
        var connections: Set<CInt> = []
        var pouredByteCount = 0
        var isStopped = false
    }

    package let port: Int
    private let listener: CInt
    private let script: Script
    private let state = Mutex(State())

    /// Begins to serve; `script` returns the steps for each request, counted from 0.
    package init(_ script: @escaping Script) {
        self.script = script
        listener = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
        port = Int(bindToFreePort(listener))
        listen(listener, 16)
        startThread { self.acceptConnections() }
    }

    /// `http://127.0.0.1:PORT` and `path`.
    package func address(_ path: String = "/") -> String { "http://127.0.0.1:\(port)\(path)" }

    /// The requests so far.
    package var requests: [Request] { state.withLock { $0.requests } }

    /// The number of bytes of ``Step/pour`` that the system has taken so far.
    package var pouredByteCount: Int { state.withLock { $0.pouredByteCount } }

    /// Breaks every connection and stops serving.
    package func stop() {
        state.withLock { state in
            guard !state.isStopped else { return }
            state.isStopped = true
            shutdown(listener, CInt(SHUT_RDWR))
            for connection in state.connections { shutdown(connection, CInt(SHUT_RDWR)) }
        }
    }
}

extension FaultServer {
    private func acceptConnections() {
        while true {
            let connection = accept(listener, nil, nil)
            guard connection >= 0 else { break }
            let isWelcome = state.withLock { state in
                if !state.isStopped { state.connections.insert(connection) }
                return !state.isStopped
            }
            guard isWelcome else {
                close(connection)
                break
            }
            startThread { self.serve(connection) }
        }
        close(listener)
    }

    private func serve(_ connection: CInt) {
        if let request = readRequest(from: connection) {
            let index = state.withLock { state in
                state.requests.append(request)
                return state.requests.count - 1
            }
            for step in script(request, index) where !perform(step, on: connection) { break }
        }
        _ = state.withLock { $0.connections.remove(connection) }
        close(connection)
    }

    /// Returns `false` if nothing is left to do with the connection.
    private func perform(_ step: Step, on connection: CInt) -> Bool {
        switch step {
        case .send(let bytes):
            return sendAll(bytes, over: connection)
        case .pour:
            return pour(over: connection) { [UInt8](repeating: 0x55, count: 4096) }
        case .pourNoise(let seed):
            var noise = Noise(seed: seed)
            return pour(over: connection) { noise.bytes(4096) }
        case .pourAgain(let bytes):
            return pour(over: connection) { bytes }
        case .stall:
            waitForClose(of: connection)
            return false
        case .wait(let gate):
            gate.wait()
            return true
        case .reset:
            var linger = linger(l_onoff: 1, l_linger: 0)
            setsockopt(
                connection, SOL_SOCKET, SO_LINGER, &linger,
                socklen_t(MemoryLayout.size(ofValue: linger)))
            return false
        case .halfClose:
            shutdown(connection, CInt(SHUT_WR))
            waitForClose(of: connection)
            return false
        case .tunnel(let port):
            tunnel(connection, toPort: port)
            return false
        }
    }

    /// Sends the results of `next` as long as the client takes them.
    private func pour(over connection: CInt, _ next: () -> [UInt8]) -> Bool {
        while true {
            let bytes = next()
            guard sendAll(bytes, over: connection) else { return false }
            state.withLock { $0.pouredByteCount += bytes.count }
        }
    }

    private func tunnel(_ connection: CInt, toPort port: Int) {
        let target = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
        defer { close(target) }
        guard connect(target, toLoopbackPort: port) else { return }
        let isOver = Gate()
        startThread {
            relay(from: target, to: connection)
            shutdown(connection, CInt(SHUT_RDWR))
            isOver.open()
        }
        relay(from: connection, to: target)
        shutdown(target, CInt(SHUT_RDWR))
        // No descriptor may be closed, and its number reused, before both are done.
        isOver.wait()
    }
}
