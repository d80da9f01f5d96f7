import Glibc
import Synchronization

/// Relays connections to a port of 127.0.0.1, until a test breaks them.
package final class Relay: Sendable {
    private struct State {
        var passages: [Passage] = []
        /// How new connections relay the server's data.
        var flow = Flow.whole
        var isStopped = false
    }

    package let port: Int
    private let target: Int
    private let listener: CInt
    private let state = Mutex(State())

    /// Begins to relay connections.
    package init(toPort target: Int) {
        self.target = target
        listener = socket(AF_INET, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        port = Int(bindToFreePort(listener))
        listen(listener, 16)
        startThread { self.acceptConnections() }
    }

    package func address(of path: String) -> String { "http://127.0.0.1:\(port)/\(path)" }

    /// The number of connections so far.
    package var connectionCount: Int { state.withLock { $0.passages.count } }

    /// What the clients have sent so far, some 64 KiB of each connection.
    package var clientBytes: [UInt8] { state.withLock { $0.passages }.flatMap(\.clientBytes) }

    /// Breaks the present connections.
    package func cut() {
        for passage in state.withLock({ $0.passages }) { passage.end() }
    }

    /// Stops relaying the server's data on the present connections, which stay open.
    package func freeze() {
        for passage in state.withLock({ $0.passages }) { passage.turn(to: .nothing) }
    }

    /// Relays a byte a second of the server's data on the present connections.
    package func drip() {
        for passage in state.withLock({ $0.passages }) { passage.turn(to: .drops) }
    }

    /// The same on every new connection.
    package func dripForGood() {
        state.withLock { $0.flow = .drops }
        drip()
    }

    /// Breaks every connection, and accepts no more.
    package func stop() {
        let isFirst = state.withLock { state in
            defer { state.isStopped = true }
            return !state.isStopped
        }
        if isFirst { shutdown(listener, CInt(SHUT_RDWR)) }
        cut()
    }

    private func acceptConnections() {
        while case let client = accept(listener, nil, nil), client >= 0 {
            let passage = Passage(from: client, toPort: target)
            let isStopped = state.withLock { state in
                state.passages.append(passage)
                passage.turn(to: state.flow)
                return state.isStopped
            }
            if isStopped { passage.end() }
            startThread { passage.run() }
        }
        close(listener)
    }
}

/// How a connection relays the server's data.
private enum Flow: UInt8, AtomicRepresentable {
    case whole
    case nothing
    /// A byte a second.
    case drops
}

/// One relayed connection.
private final class Passage: Sendable {
    private let client: CInt
    private let server: CInt
    private let port: Int
    private let flow = Atomic(Flow.whole)
    /// Whether both descriptors are still ours.
    private let isOpen = Mutex(true)
    /// What the client has sent.
    private let noted = Mutex<[UInt8]>([])

    init(from client: CInt, toPort port: Int) {
        self.client = client
        self.port = port
        server = socket(AF_INET, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    }

    /// Relays both directions until one side closes.
    func run() {
        let isOver = Gate()
        if connect(server, toLoopbackPort: port) {
            startThread {
                relay(from: self.client, to: self.server) { self.note($0) }
                self.end()
                isOver.open()
            }
            passAnswer()
            end()
            isOver.wait()
        }
        isOpen.withLock { isOpen in
            isOpen = false
            close(client)
            close(server)
        }
    }

    var clientBytes: [UInt8] { noted.withLock { $0 } }

    private func note(_ bytes: [UInt8]) {
        noted.withLock { noted in
            if noted.count < 1 << 16 { noted += bytes }
        }
    }

    func turn(to flow: Flow) { self.flow.store(flow, ordering: .relaxed) }

    func end() {
        isOpen.withLock { isOpen in
            guard isOpen else { return }
            shutdown(client, CInt(SHUT_RDWR))
            shutdown(server, CInt(SHUT_RDWR))
        }
    }

    private func passAnswer() {
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = recv(server, &buffer, buffer.count, 0)
            guard count > 0 else { return }
            switch flow.load(ordering: .relaxed) {
            case .whole:
                guard sendAll(Array(buffer.prefix(count)), over: client) else { return }
            case .nothing: continue
            case .drops: return drip(buffer.prefix(count))
            }
        }
    }

    /// Sends a byte a second. The sleep is the fault, not a wait for something.
    private func drip(_ bytes: ArraySlice<UInt8>) {
        for byte in bytes {
            guard sendAll([byte], over: client) else { return }
            sleep(1)
        }
    }
}
