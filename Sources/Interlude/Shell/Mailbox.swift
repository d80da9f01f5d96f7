import DequeModule
import PCMAudio
import Synchronization

/// A queue of messages from any number of threads to one thread, in order.
final class Mailbox<Message: Sendable>: Sendable {
    private let state = Mutex(State())
    private let bell = Doorbell()

    private struct State {
        var waiting: Deque<Message> = []
        var isClosed = false
    }

    /// Appends `message`. Callable from any thread; never waits for the reader.
    ///
    /// Returns `false`, and drops the message, once the mailbox is closed.
    @discardableResult
    func send(_ message: Message) -> Bool {
        let isTaken = state.withLock { state in
            if !state.isClosed { state.waiting.append(message) }
            return !state.isClosed
        }
        bell.ring()
        return isTaken
    }

    /// Blocks until there is a message, and removes it. Call on the reading thread only.
    func next() -> Message {
        while true {
            bell.wait { !self.isEmpty }
            if let message = state.withLock({ $0.waiting.popFirst() }) { return message }
        }
    }

    var isEmpty: Bool { state.withLock { $0.waiting.isEmpty } }

    /// Closes the mailbox, and returns the messages that were not read.
    func close() -> Deque<Message> {
        state.withLock { state in
            state.isClosed = true
            defer { state.waiting = [] }
            return state.waiting
        }
    }
}
