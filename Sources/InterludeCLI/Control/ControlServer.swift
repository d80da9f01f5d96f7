import Foundation
import Interlude
import Synchronization

/// Lets other processes of the same user talk to this player, through a Unix socket.
///
/// Each line is a ``ControlRequest`` and is answered by a line with a
/// ``ControlReply``, in order. It has a thread of its own.
final class ControlServer: Sendable {
    /// Takes a request, and calls `reply` once when the player has accepted or refused it.
    ///
    /// Is called on the server's thread and must not wait; `reply` may be called from any thread.
    /// A client's next request comes after the reply to the one before.
    typealias Handler =
        @Sendable (ControlRequest, _ reply: @escaping @Sendable (ControlReply) -> Void) -> Void

    /// Bytes that a request may have.
    static let longestLine = 262_144

    private let mailbox: ControlMailbox
    private let hasEnded = DispatchSemaphore(value: 0)

    /// Listens in `folder` under the number of the process `player`. Returns at once.
    init(
        in folder: ControlFolder = ControlFolder(), player: Int32 = getpid(),
        handler: @escaping Handler
    ) throws(CommandError) {
        try folder.prepare()
        let path = folder.socketPath(of: player)
        do throws(SystemError) {
            let listener = try UnixSocket.listen(at: path)
            let mailbox = try ControlMailbox()
            self.mailbox = mailbox
            let thread = Thread { [hasEnded] in
                ControlLoop(listener: listener, path: path, mailbox: mailbox, handler: handler)
                    .run()
                hasEnded.signal()
            }
            thread.name = "control"
            thread.start()
        } catch {
            throw CommandError(.cannotWrite, "\(path): cannot listen: \(error)")
        }
    }

    /// Sends the replies that are on their way, removes the socket and ends.
    ///
    /// Waits for that, at most about 250 ms. Called once.
    func close() {
        mailbox.put { $0.mustEnd = true }
        hasEnded.wait()
    }
}
