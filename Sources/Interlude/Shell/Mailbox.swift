import DequeModule
import PCMAudio
import Synchronization

/// A queue of messages from any number of threads to one reader, in order.
///
/// The reader is a thread that waits for messages, or is called when there are some.
final class Mailbox<Message: Sendable>: Sendable {
    private let state = Mutex(State())
    private let bell = Doorbell()

    private struct State {
        var waiting: Deque<Message> = []
        var isClosed = false
        /// Calls the reader; `nil` if that is a thread.
        var call: (@Sendable () -> Void)?

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
        let (isTaken, call) = state.withLock { state in
            if !state.isClosed { state.waiting.append(message) }
            // A reader that was called takes all that are waiting.
            return (!state.isClosed, state.waiting.count == 1 ? state.call : nil)
        }
        if let call { call() } else { bell.ring() }
        return isTaken
    }

    /// Calls `reader` whenever messages begin to wait, and now. Call once, instead of ``next()``.
    func callForMessages(_ reader: @escaping @Sendable () -> Void) {
        state.withLock { $0.call = reader }
        reader()
    }

    /// Removes a message, if there is one. Call on the reading thread only.
    ///
    /// A message is dropped if the one right behind it `replaces` it.
    func takeFirst(
        droppingIf replaces: (_ message: Message, _ next: Message) -> Bool = { _, _ in false }
    ) -> Message? {
        state.withLock { $0.popFirst(droppingIf: replaces) }
    }

    /// Blocks until there is a message, and removes it as ``takeFirst(droppingIf:)`` does. Call on
    /// the reading thread only.
    func next(
        droppingIf replaces: (_ message: Message, _ next: Message) -> Bool = { _, _ in false }
    ) -> Message {
        while true {
            bell.wait { !self.isEmpty }
            if let message = takeFirst(droppingIf: replaces) { return message }
        }
    }

    var isEmpty: Bool { state.withLock { $0.waiting.isEmpty } }

    /// Closes the mailbox, and returns the messages that were not read.
    func close() -> Deque<Message> {
        state.withLock { state in
            state.isClosed = true
            state.call = nil
            defer { state.waiting = [] }
            return state.waiting
        }
    }
}
