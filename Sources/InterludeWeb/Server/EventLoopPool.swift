import NIOPosix
import Synchronization

/// Threads for the sockets of servers, each of which goes to the next server once one has ended.
///
/// None is ever shut down: what a server leaves behind, such as a stream of accepted connections,
/// may tell its event loop that it is gone after the server's last task has ended, and SwiftNIO
/// says on standard error that nobody is there.
enum EventLoopPool {
    private static let idle = Mutex<[MultiThreadedEventLoopGroup]>([])

    /// A thread that nobody else uses.
    static func take() -> MultiThreadedEventLoopGroup {
        idle.withLock { $0.popLast() } ?? MultiThreadedEventLoopGroup(numberOfThreads: 1)
    }

    /// Lets others have the thread of a server that has closed all of its sockets.
    static func giveBack(_ group: MultiThreadedEventLoopGroup) {
        idle.withLock { $0.append(group) }
    }
}
