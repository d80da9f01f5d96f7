import DequeModule
import PCMAudio
import Synchronization

/// What is sent to one thread, from any number of others, in order.
final class Mailbox<Message: Sendable>: Sendable {
    private let state = Mutex(State())
    private let bell = Doorbell()

    private struct State {
        var waiting: Deque<Message> = []
        var isClosed = false
    }

    /// Puts `message` behind those that wait. Callable from any thread; never waits for the reader.
    ///
    /// Returns `false`, and drops it, once the mailbox was closed.
    @discardableResult
    func send(_ message: Message) -> Bool {
        let isTaken = state.withLock { state in
            if !state.isClosed { state.waiting.append(message) }
            return !state.isClosed
        }
        bell.ring()
        return isTaken
    }

    /// Waits for a message and takes it out. Call on the reading thread only.
    func next() -> Message {
        while true {
            bell.wait { !self.isEmpty }
            if let message = state.withLock({ $0.waiting.popFirst() }) { return message }
        }
    }

    var isEmpty: Bool { state.withLock { $0.waiting.isEmpty } }

    /// Takes no more messages, and returns those that nobody has taken out.
    func close() -> Deque<Message> {
        state.withLock { state in
            state.isClosed = true
            defer { state.waiting = [] }
            return state.waiting
        }
    }
}
