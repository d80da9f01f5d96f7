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

    /// Closes all sockets, and those that are still to come, once each client has taken what it was
    /// sent and closed its side. Waits for that, at most `limit`; then the rest is closed at once.
    package func finish(within limit: TimeAmount) async {
        let open = state.withLock { state in
            state.isClosed = true
            return state.open.values.map { $0 }
        }
        for channel in open { Self.finish(channel, within: limit) }
        for channel in open {
            // try?: a channel that could not be closed cleanly is closed all the same.
            try? await channel.closeFuture.get()
        }
    }

    private static func finish(_ channel: any Channel, within limit: TimeAmount) {
        let alarm = channel.eventLoop.scheduleTask(in: limit) { channel.close(promise: nil) }
        channel.closeFuture.whenComplete { _ in alarm.cancel() }
        let promise = channel.eventLoop.makePromise(of: Void.self)
        // A socket that listens, or is no longer connected, has no output to close.
        promise.futureResult.whenFailure { _ in channel.close(promise: nil) }
        channel.close(mode: .output, promise: promise)
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
