import Dispatch

/// Runs a session's loop on the threads that all queues of the process share, one turn at a time.
final class QueuedLoop: @unchecked Sendable {
    // @unchecked Sendable: the loop is used on the queue only, which is serial.
    private var loop: SessionLoop?
    private let mailbox: Mailbox<SessionLoop.Message>
    /// Has a thread whenever it needs one: the end of a session may wait for its beacons.
    private let queue = DispatchQueue(label: "Interlude.Session")
    private var isFirstTurn = true

    init(_ loop: SessionLoop) {
        self.loop = loop
        mailbox = loop.mailbox
    }

    /// Begins the session, and keeps this alive until it is over. Call once.
    func start() {
        mailbox.callForMessages { self.queue.async { self.takeTurn() } }
    }

    private func takeTurn() {
        defer { isFirstTurn = false }
        if loop?.takeTurn(isFirst: isFirstTurn) == false { loop = nil }
    }
}
