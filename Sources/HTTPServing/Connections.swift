import NIOCore
import Synchronization

/// The sockets of a server: the one that listens, and one for each client.
///
/// To end a server they are closed, and every task of the server ends by itself. Cancelling the
/// server would let go of connections that it has accepted and given to no task yet, and
/// SwiftNIO ends the process over those.
package final class Connections: Sendable {
    private let state = Mutex(State())

    private struct State {
        var isClosed = false
        var open: [ObjectIdentifier: any Channel] = [:]
    }

    package init() {}

    /// Takes note of a socket until it is closed; closes it soon after ``close()``.
    package func add(_ channel: any Channel) {
        let isClosed = state.withLock { state in
            if !state.isClosed { state.open[ObjectIdentifier(channel)] = channel }
            return state.isClosed
        }
        // Not here and now: the connection is only being set up.
        if isClosed { return channel.eventLoop.execute { channel.close(promise: nil) } }
        channel.closeFuture.whenComplete { _ in
            self.state.withLock { _ = $0.open.removeValue(forKey: ObjectIdentifier(channel)) }
        }
    }

    /// Closes all sockets, and those that are still to come.
    package func close() {
        let open = state.withLock { state in
            state.isClosed = true
            return state.open.values.map { $0 }
        }
        for channel in open { channel.close(promise: nil) }
    }

    /// A handler that adds the connection that it is put into.
    package func handler() -> any RemovableChannelHandler { Adding(connections: self) }

    private final class Adding: ChannelInboundHandler, RemovableChannelHandler {
        typealias InboundIn = NIOAny

        let connections: Connections

        init(connections: Connections) {
            self.connections = connections
        }

        func handlerAdded(context: ChannelHandlerContext) {
            connections.add(context.channel)
        }
    }
}
