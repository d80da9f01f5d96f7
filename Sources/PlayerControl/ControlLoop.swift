import Glibc
import Platform

/// The thread of a ``ControlServer``: waits for clients, requests and replies.
struct ControlLoop: ~Copyable {
    private let mailbox: ControlMailbox
    private let handler: ControlServer.Handler
    private var listener: UnixSocket?
    private let path: String
    private var connections: [Int: ControlConnection] = [:]
    private var acceptedCount = 0
    /// Whether a client waits that cannot be accepted, as without a free descriptor.
    private var isShort = false

    /// The limit on simultaneous clients; more have to wait.
    private static let mostConnections = 64

    /// How long the end waits for pending replies, in milliseconds.
    private static let lastWait: Int32 = 250

    /// The time until a client that could not be accepted is tried again, in milliseconds.
    private static let shortageWait: Int32 = 100

    init(
        listener: UnixSocket, path: String, mailbox: ControlMailbox,
        handler: @escaping ControlServer.Handler
    ) {
        self.listener = listener
        self.path = path
        self.mailbox = mailbox
        self.handler = handler
    }

    /// Serves until the mailbox requests the end. Blocks.
    consuming func run() {
        while listener != nil || connections.values.contains(where: \.isBusy) {
            let order = connections.keys.sorted()
            var polled = [pollfd(fd: mailbox.descriptor, events: Int16(POLLIN), revents: 0)]
            let accepts =
                listener != nil && connections.count < Self.mostConnections && !isShort
            polled.append(
                pollfd(
                    fd: accepts ? listener?.descriptor ?? -1 : -1, events: Int16(POLLIN), revents: 0
                ))
            polled += order.map { key in
                pollfd(
                    fd: connections[key]?.socket.descriptor ?? -1,
                    events: connections[key]?.events ?? 0, revents: 0)
            }
            let wait = listener == nil ? Self.lastWait : isShort ? Self.shortageWait : -1
            isShort = false
            let count = poll(&polled, nfds_t(polled.count), wait)
            if count == 0, listener == nil { break }
            if count <= 0 { continue }
            if polled[0].revents != 0 { readMailbox() }
            if polled[1].revents != 0 { accept() }
            for (key, state) in zip(order, polled.dropFirst(2)) where state.revents != 0 {
                if let received = connections[key]?.advance(state.revents) { ask(received, key) }
            }
            connections = connections.filter { !$0.value.isClosed }
        }
    }

    private mutating func readMailbox() {
        let contents = mailbox.take()
        for (key, reply) in contents.replies {
            if let received = connections[key]?.deliver(reply) { ask(received, key) }
        }
        if contents.mustEnd, listener != nil {
            listener = nil
            unlink(path)
        }
    }

    private mutating func accept() {
        do throws(SystemError) {
            while connections.count < Self.mostConnections, let socket = try listener?.accept() {
                connections[acceptedCount] = ControlConnection(socket)
                acceptedCount += 1
            }
        } catch {
            isShort = true
        }
    }

    private func ask(_ received: ControlConnection.Received, _ key: Int) {
        guard case .request(let request) = received else { return }
        handler(request) { [mailbox] reply in
            mailbox.put { $0.replies.append((key, reply)) }
        }
    }
}
