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

        mutating func popFirst(droppingIf replaces: (Message, Message) -> Bool) -> Message? {
            var first = waiting.popFirst()
            while let message = first, let next = waiting.first, replaces(message, next) {
                first = waiting.popFirst()
            }
            return first
        }
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
    ///
    /// A message is dropped if the one right behind it `replaces` it.
    func next(
        droppingIf replaces: (_ message: Message, _ next: Message) -> Bool = { _, _ in false }
    ) -> Message {
        while true {
            bell.wait { !self.isEmpty }
            if let message = state.withLock({ $0.popFirst(droppingIf: replaces) }) {
                return message
            }
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
