import CSystemd
import Glibc
import Interlude
import Synchronization

/// Messages from the threads of a session to the thread of the bus.
///
/// Wakes that thread only if clients must be told something.
final class MediaMailbox: Sendable {
    struct Contents: Sendable {
        var changes = MediaChanges()
        /// Replies to calls, by the number of the call.
        var replies: [(call: Int, CommandReply)] = []
        var mustEnd = false
    }

    private struct State {
        var player: MediaPlayer
        var contents = Contents()
        /// Whether the thread of the bus takes nothing any more.
        var isAbandoned = false
    }

    /// Readable while the mailbox is not empty.
    let wakeDescriptor: Int32
    private let state: Mutex<State>

    init(_ status: PlayerStatus) {
        state = Mutex(State(player: MediaPlayer(status)))
        wakeDescriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
    }

    deinit {
        close(wakeDescriptor)
    }

    var player: MediaPlayer { state.withLock { $0.player } }

    /// Updates the player. Call on the session's thread.
    func receive(_ status: PlayerStatus, at time: ContinuousClock.Instant) {
        let hasChanges = state.withLock { state in
            guard !state.isAbandoned else { return false }
            let changes = state.player.receive(status, at: time)
            state.contents.changes.add(changes)
            return !changes.isEmpty
        }
        if hasChanges { wake() }
    }

    /// Adds the reply to a call. Callable from any thread.
    func put(_ reply: CommandReply, to call: Int) {
        state.withLock { $0.contents.replies.append((call, reply)) }
        wake()
    }

    /// Keeps nothing from now on. Call on the thread of the bus when that ends, because without a bus
    /// nobody is told anything.
    func abandon() { state.withLock { $0.isAbandoned = true } }

    /// Ends the thread of the bus.
    func end() {
        state.withLock { $0.contents.mustEnd = true }
        wake()
    }

    /// Empties the mailbox. Call on the thread of the bus.
    func take() -> Contents {
        var count: UInt64 = 0
        read(wakeDescriptor, &count, MemoryLayout.size(ofValue: count))
        return state.withLock { state in
            let contents = state.contents
            state.contents = Contents(mustEnd: contents.mustEnd)
            return contents
        }
    }

    private func wake() {
        var one: UInt64 = 1
        write(wakeDescriptor, &one, MemoryLayout.size(ofValue: one))
    }
}
