import Glibc
import Interlude
import Platform
import Synchronization

/// What a ``ControlServer``'s thread is told by others while it waits.
final class ControlMailbox: Sendable {
    /// What lies in the mailbox.
    struct Contents {
        /// Replies, each with the connection that it belongs to.
        var replies: [(connection: Int, reply: ControlReply)] = []
        /// Whether the server shall end.
        var mustEnd = false
    }

    /// Readable while something lies in the mailbox.
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

    /// Puts something in. Callable from any thread; never waits.
    func put(_ change: @Sendable (inout Contents) -> Void) {
        contents.withLock { change(&$0) }
        // A pipe that is full already says that something lies here.
        write(bell, [1], 1)
    }

    /// Takes all replies out. Call on the server's thread.
    func take() -> Contents {
        var rung = [UInt8](repeating: 0, count: 256)
        while Glibc.read(descriptor, &rung, rung.count) == rung.count {}
        return contents.withLock { contents in
            defer { contents.replies = [] }
            return contents
        }
    }
}
