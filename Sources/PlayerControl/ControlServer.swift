import Dispatch
import Glibc
import Interlude
import Platform
import Synchronization

/// Lets other processes of the same user control this player, over a Unix socket.
///
/// Each line is a ``ControlRequest``, and is answered by a line with a ``ControlReply``, in order.
/// The server has its own thread.
package final class ControlServer: Sendable {
    /// Handles a request, and calls `reply` until it has passed on the last reply.
    ///
    /// Called on the server's thread, and must not block. `reply` may be called from any thread. The
    /// next request of a client follows after the reply.
    package typealias Handler =
        @Sendable (ControlRequest, _ reply: @escaping @Sendable (ControlReply) -> Void) -> Void

    /// The byte limit of a request.
    static let longestLine = 262_144

    private let mailbox: ControlMailbox
    private let hasEnded = DispatchSemaphore(value: 0)

    /// Listens in `folder` for the process `player`. Returns at once.
    package init(
        in folder: ControlFolder = ControlFolder(), player: Int32 = getpid(),
        handler: @escaping Handler
    ) throws(ControlError) {
        try folder.prepare()
        let path = folder.socketPath(of: player)
        do throws(SystemError) {
            // First, since a failure after listening would leave the socket's file.
            let mailbox = try ControlMailbox()
            let listener = try UnixSocket.listen(at: path)
            self.mailbox = mailbox
            do throws(ThreadFailure) {
                try PlatformThread.start(named: "control") { [hasEnded] in
                    ControlLoop(listener: listener, path: path, mailbox: mailbox, handler: handler)
                        .run()
                    hasEnded.signal()
                }
            } catch {
                unlink(path)
                throw error.reason
            }
        } catch {
            throw ControlError(.cannotWrite, "\(path): cannot listen: \(error)")
        }
    }

    /// Sends pending replies, removes the socket and ends.
    ///
    /// Blocks for at most about 250 ms. Call once.
    package func close() {
        mailbox.put { $0.mustEnd = true }
        hasEnded.wait()
    }
}

/// Messages from other threads to the thread of a ``ControlServer``.
final class ControlMailbox: Sendable {
    /// The contents of the mailbox.
    struct Contents {
        /// Replies with their connections.
        var replies: [(connection: Int, reply: ControlReply)] = []
        /// Whether the server must end.
        var mustEnd = false
    }

    /// Readable while the mailbox has contents.
    let descriptor: Int32
    private let bell: Int32
    private let contents = Mutex(Contents())

    init() throws(SystemError) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw .newest }
        for end in ends { UnixSocket.setWaitless(end) }
        (descriptor, bell) = (ends[0], ends[1])
    }

    deinit {
        close(descriptor)
        close(bell)
    }

    /// Changes the contents. Callable from any thread; never blocks.
    func put(_ change: @Sendable (inout Contents) -> Void) {
        contents.withLock { change(&$0) }
        // If the pipe is full, it is readable already.
        write(bell, [1], 1)
    }

    /// Takes all replies. For the server's thread.
    func take() -> Contents {
        var rung = [UInt8](repeating: 0, count: 256)
        while Glibc.read(descriptor, &rung, rung.count) == rung.count {}
        return contents.withLock { contents in
            defer { contents.replies = [] }
            return contents
        }
    }
}
