import NIOCore
import Platform
import Synchronization

/// The sockets of a server: the listening one, and one for each client.
///
/// Closing them shuts a server down, and all of its tasks then end by themselves. Cancelling the
/// server would drop connections that it has accepted but not yet passed to a task, and SwiftNIO
/// ends the process over those.
package final class Connections: Sendable {
    private let state = Mutex(State())

    private struct State {
        var isClosed = false
        var open: [ObjectIdentifier: any Channel] = [:]
        /// The largest number of open sockets since memory was last returned.
        var peak = 0

        mutating func add(_ channel: any Channel) {
            open[ObjectIdentifier(channel)] = channel
            peak = max(peak, open.count)
        }

        /// Removes a closed socket. Returns whether memory is to be returned: most sockets of a
        /// crowd are closed.
        mutating func remove(_ channel: any Channel) -> Bool {
            open[ObjectIdentifier(channel)] = nil
            guard peak >= Connections.crowd, open.count <= peak / 4 else { return false }
            peak = open.count
            return true
        }
    }

    /// More sockets than a browser opens to a server, which is six.
    private static let crowd = 8

    /// The time after which the tasks of a closed socket have ended and freed its buffers.
    private static let freeingTime = TimeAmount.seconds(1)

    private let returnMemory: @Sendable () -> Void

    /// Calls `returnMemory` some time after most sockets of a crowd are closed. Hundreds of clients
    /// that do not read have been seen to leave 90 MB in the allocator.
    package init(
        returnMemory: @escaping @Sendable () -> Void = { Allocator.returnFreedBlocks() }
    ) {
        self.returnMemory = returnMemory
    }

    /// Tracks a socket until it is closed. After ``close()`` it closes the socket soon.
    package func add(_ channel: any Channel) {
        let isClosed = state.withLock { state in
            if !state.isClosed { state.add(channel) }
            return state.isClosed
        }
        // Not synchronously: the connection is still being set up.
        if isClosed { return channel.eventLoop.execute { channel.close(promise: nil) } }
        channel.closeFuture.whenComplete { _ in
            guard self.state.withLock({ $0.remove(channel) }) else { return }
            channel.eventLoop.scheduleTask(in: Self.freeingTime, self.returnMemory)
        }
    }

    /// Closes all sockets, including those that are added later.
    package func close() {
        let open = state.withLock { state in
            state.isClosed = true
            return state.open.values.map { $0 }
        }
        for channel in open { channel.close(promise: nil) }
    }

    /// Closes each socket once its client has received everything and closed its side. Waits for
    /// that for at most `limit`, and then closes the rest. Sockets that are added later are closed
    /// too.
    package func finish(within limit: TimeAmount) async {
        let open = state.withLock { state in
            state.isClosed = true
            return state.open.values.map { $0 }
        }
        for channel in open { Self.finish(channel, within: limit) }
        for channel in open {
            // try?: a channel that could not be closed cleanly is closed nevertheless.
            try? await channel.closeFuture.get()
        }
    }

    private static func finish(_ channel: any Channel, within limit: TimeAmount) {
        let alarm = channel.eventLoop.scheduleTask(in: limit) { channel.close(promise: nil) }
        channel.closeFuture.whenComplete { _ in alarm.cancel() }
        let promise = channel.eventLoop.makePromise(of: Void.self)
        // A listening or disconnected socket has no output to close.
        promise.futureResult.whenFailure { _ in channel.close(promise: nil) }
        channel.close(mode: .output, promise: promise)
    }

    /// A channel handler that adds its own connection.
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
