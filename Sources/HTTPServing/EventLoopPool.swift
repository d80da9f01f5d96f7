import NIOCore
import NIOPosix
import Synchronization

/// Threads for the sockets of servers, reused by later servers.
///
/// They are never shut down. Remains of a server, such as its stream of accepted connections, may
/// call their event loop after the server's last task has ended, and SwiftNIO would then print a
/// warning.
package final class EventLoopPool: Sendable {
    /// The pool of this process.
    package static let shared = EventLoopPool()

    private let idle = Mutex<[MultiThreadedEventLoopGroup]>([])

    package init() {}

    /// Returns an unused thread.
    func take() -> MultiThreadedEventLoopGroup {
        idle.withLock { $0.popLast() } ?? MultiThreadedEventLoopGroup(numberOfThreads: 1)
    }

    /// Returns the thread of a server that has closed all of its sockets to the pool.
    func giveBack(_ group: MultiThreadedEventLoopGroup) {
        idle.withLock { $0.append(group) }
    }
}

/// Limits the system's send buffer of a connection, so that a client that reads too slowly is
/// detected soon. By default the system buffers megabytes, which is minutes of audio.
final class SmallSendBuffer: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = NIOAny

    /// The system doubles this for its own overhead.
    private static let byteCount = 32 * 1024

    func handlerAdded(context: ChannelHandlerContext) {
        // A connection that does not support the option is served without it.
        context.channel.setOption(.socketOption(.so_sndbuf), value: Self.byteCount)
            .whenComplete { _ in }
    }
}
